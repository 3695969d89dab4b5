"""Which tables of a source set can give rows: by the columns they seem to have and the sections they stand under."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from curation.domain.content import RowKind
from curation.domain.contract import Contract
from curation.domain.fit import TableOffer
from curation.domain.frontier import FrontierEntry, Operator
from curation.domain.names import words
from curation.domain.places import captions
from curation.domain.scope import Scope
from curation.domain.sources import Source
from curation.domain.titling import is_titled

# A page whose best table has less than this share of the best table's weight anywhere gives no rows.
WEIGHT_SHARE = 0.5
# A key column of a page that is no list must fit its header at least this well, against the best fit anywhere.
KEY_SHARE = 0.6
# Tables whose headings carry a key column belong together; they may differ so much in weight.
HEADED_SHARE = 0.75
LISTS = frozenset({Operator.SEED, Operator.SEED_TABLE, Operator.SIBLING_LIST})
# Words for what stands and for what does not: a question about the first kind leaves out tables about the second.
STANDING = frozenset(words("completed complete existing current active operating present"))
NOT_STANDING = frozenset(
    words(
        "proposed planned construction approved cancelled canceled demolished destroyed defunct former closed unbuilt"
    )
)


def choose_tables(
    sources: Sequence[Source], scope: Scope, contract: Contract
) -> list[tuple[Source, TableOffer]]:
    """Tables to read, page by page: each page's fullest tables with the keys, under the sections the question means."""
    tables = [table for source in sources for table in source.offer.tables]
    keys = {name: max((table.score(name) for table in tables), default=0.0) for name in contract.key}
    chosen = [(source, table) for source in sources for table in _of_page(source, scope, contract, keys)]
    best = max((table.weight for _, table in chosen), default=0.0)
    return [(source, table) for source, table in chosen if table.weight >= WEIGHT_SHARE * best]


def around(table: TableOffer) -> frozenset[str]:
    """Words of the sections and the caption that a table stands under."""
    return frozenset(words(" ".join(_headings(table))))


def key_slots(table: TableOffer, entry: FrontierEntry, contract: Contract) -> list[str]:
    """Key columns that a table's headers carry; a column that the page's own title names is the title's to carry.

    A page about one county carries the county, whatever other counties a table of it lists. So it carries the one key
    column that has no header but a guessed one, when all others have theirs.
    """
    held = [name for name in contract.key if name in table.slots]
    if not entry.partitions:
        return held
    held = [name for name in held if not is_titled(name, entry.title, entry.partitions)]
    return [name for name in held if name not in table.guessed] if len(held) == len(contract.key) else held


def _of_page(source: Source, scope: Scope, contract: Contract, keys: Mapping[str, float]) -> list[TableOffer]:
    able = [table for table in source.offer.tables if _can_give_rows(table, source.entry, contract)]
    if source.entry.operator not in LISTS:
        able = [table for table in able if _fits_keys(table, keys)]
    able = _by_standing(able, scope)
    able = _under_asked_headings(able, source.entry, scope, contract)
    able = _headed_or_complete(able, source.entry, contract)
    groups = _by_section(able, source.entry, scope)
    kept = {id(table) for group in groups for table in _best(group, source.entry, scope, contract)}
    return [table for table in able if id(table) in kept]


def _can_give_rows(table: TableOffer, entry: FrontierEntry, contract: Contract) -> bool:
    """Whether every key column has a header, or some have and the page's title or what heads the table has the rest."""
    with_header = key_slots(table, entry, contract)
    missing = len(contract.key) - len(with_header)
    only_keys = set(table.slots) <= set(contract.key) < {column.name for column in contract.columns}
    return (
        bool(with_header)
        and not only_keys
        and (missing == 0 or bool(entry.partitions) or (missing == 1 and is_headed(table)))
    )


def is_headed(table: TableOffer) -> bool:
    """Whether a section, a caption or rows of its own stand over parts of a table."""
    grid = table.grid
    return bool(_headings(table)) or RowKind.GROUP in grid.row_kinds


def _headed_or_complete(
    tables: list[TableOffer], entry: FrontierEntry, contract: Contract
) -> list[TableOffer]:
    """Tables with all keys under headers, unless more rows stand in tables whose headings have to carry one."""
    if entry.partitions:
        return tables
    complete = [table for table in tables if len(key_slots(table, entry, contract)) == len(contract.key)]
    headed = sum(len(table.rows) for table in tables if table not in complete)
    return complete if sum(len(table.rows) for table in complete) >= headed else tables


def _under_asked_headings(
    tables: list[TableOffer], entry: FrontierEntry, scope: Scope, contract: Contract
) -> list[TableOffer]:
    """Tables with most headings of which the question says every word, if they fit the contract about as well."""
    counts = {id(table): asked_headings(_headings(table), entry.title, scope, contract) for table in tables}
    most = max(counts.values(), default=0)
    named = [table for table in tables if counts[id(table)] == most]
    best = max((table.weight for table in tables), default=0.0)
    fits = max((table.weight for table in named), default=0.0) >= WEIGHT_SHARE * best
    return named if most and fits else tables


def asked_headings(headings: Sequence[str], title: str, scope: Scope, contract: Contract) -> int:
    """How many headings say nothing but what the question says.

    Words of the page's title and names of columns do not count: a heading that says only these narrows nothing.
    """
    titled = frozenset(words(title))
    columns = frozenset(word for column in contract.columns for word in words(column.name))
    said = [frozenset(words(text)) - titled for text in headings]
    return sum(1 for heading in said if heading <= scope.words and not heading <= columns)


def is_guess(source: Source, table: TableOffer, scope: Scope, contract: Contract) -> bool:
    """Whether only a guess speaks for a table: its key columns have other names, its headings are not asked for."""
    return bool(table.guessed) and not asked_headings(_headings(table), source.entry.title, scope, contract)


def _headings(table: TableOffer) -> list[str]:
    over = captions(table.grid, table.rows[0]) if table.rows else []
    return [*table.grid.section_path, *(content.text for content in over)]


def _fits_keys(table: TableOffer, keys: Mapping[str, float]) -> bool:
    return all(table.score(name) >= KEY_SHARE * best for name, best in keys.items() if name in table.slots)


def _by_standing(tables: list[TableOffer], scope: Scope) -> list[TableOffer]:
    if scope.words & NOT_STANDING:
        named = [table for table in tables if around(table) & NOT_STANDING & scope.words]
        return named or tables
    if scope.words & STANDING:
        return [table for table in tables if not around(table) & NOT_STANDING]
    return tables


def _by_section(tables: list[TableOffer], entry: FrontierEntry, scope: Scope) -> list[list[TableOffer]]:
    """Tables under sections that say what the page's title does not, one group per counted-off thing.

    Women's events of a page on athletics; the rounds or dynasties that a question counts off, all on one page.
    """
    titled = frozenset(words(entry.title))
    things = [frozenset(words(name)) - titled for name in entry.partitions]
    if not entry.partitions:
        things = [item.words - titled for item in scope.items]
    things = [thing for thing in things if thing]
    whole = [_under(thing, tables) for thing in things]
    if any(whole):
        return [group for group in whole if group]
    some = [table for table in tables if any(around(table) & thing for thing in things)]
    return [some or tables]


def _under(thing: frozenset[str], tables: Sequence[TableOffer]) -> list[TableOffer]:
    """Tables under a heading that is the thing's name, else under headings that hold it."""
    exact = [
        table for table in tables if any(thing == frozenset(words(part)) for part in table.grid.section_path)
    ]
    return exact or [table for table in tables if thing <= around(table)]


def _best(
    tables: Iterable[TableOffer], entry: FrontierEntry, scope: Scope, contract: Contract
) -> list[TableOffer]:
    """The fullest tables; of those the ones whose sections say most of what is asked and least else on top."""
    held = list(tables)
    best = max((table.weight for table in held), default=0.0)
    if (
        any(len(key_slots(table, entry, contract)) < len(contract.key) for table in held)
        and not entry.partitions
    ):
        return [table for table in held if table.weight >= HEADED_SHARE * best]
    fullest = [table for table in held if table.weight >= best - 1e-9]
    ranks = {id(table): _rank(table, entry, scope, contract) for table in fullest}
    first = min(ranks.values(), default=(0, 0))
    return [table for table in fullest if ranks[id(table)] == first]


def _rank(table: TableOffer, entry: FrontierEntry, scope: Scope, contract: Contract) -> tuple[int, int]:
    """Lower is better: how much of the question and the columns the sections say, then what their top heading adds."""
    titled = frozenset(words(entry.title))
    asked = scope.words | frozenset(word for column in contract.columns for word in words(column.name))
    top = frozenset(words(table.grid.section_path[0])) if table.grid.section_path else frozenset()
    return -len((around(table) & asked) - titled), len(
        {word for word in top - asked - titled if not word.isdigit()}
    )
