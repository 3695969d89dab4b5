"""Algorithm 1 by rule: from a seed and a question to the source set, every admission and every refusal with its reason.

A page is admitted for what it is named, and for what stands in it: its title must be accounted for by the question and
the seed, and it must have something that the contract asks for. Steps: the seed; siblings and entities among the seed's
links; titles made after the seed's pattern; a second hop for what is open; pages of single rows. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from curation.domain.content import Cell, Grid, Link, PageContent
from curation.domain.contract import Contract
from curation.domain.fit import TELLING, PageOffer, read_offer
from curation.domain.frontier import Frontier, FrontierEntry, LeftOut, Operator
from curation.domain.names import words
from curation.domain.pages import PageReader, ResolvedTitle
from curation.domain.scope import Item, Scope, scope_of

BUDGET = 40
LOOKS = 24
TAIL_LOOKS = 3
BATCH = 50
MAX_LEFT_OUT = 200
PATTERN_SHARE = 0.6
# Words that say what kind of page a title names, not what it is about.
PAGE_KINDS = frozenset(words("list lists index table outline timeline overview"))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that a link or a made title leads to, and what speaks for it by its name alone.

    `whole` marks a list of everything the question is about.
    """

    found: ResolvedTitle
    parent: str
    items: tuple[Item, ...] = ()
    sibling: bool = False
    partition: str = ""
    whole: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The seed's title as a pattern: its words without those of the counted-off thing that the seed is about."""

    seed: str
    words: frozenset[str]
    item: Item | None
    core: frozenset[str]

    @property
    def all_words(self) -> frozenset[str]:
        """All words of the seed's title."""
        return self.words | self.core


def discover(
    *, question: str, seed: str, contract: Contract, pages: PageReader, budget: int = BUDGET
) -> Frontier:
    """The source set for a question. The seed must exist; a seed that does not gives an empty frontier.

    `budget` bounds the pages admitted; pages that are only looked at have a bound of their own.
    """
    return _Search(question, contract, pages, budget).run(seed)


@dataclass(slots=True)
class _Search:
    question: str
    contract: Contract
    pages: PageReader
    budget: int
    scope: Scope = field(init=False)
    entries: list[FrontierEntry] = field(default_factory=list)
    left: dict[str, LeftOut] = field(default_factory=dict)
    read: dict[str, tuple[PageContent, PageOffer]] = field(default_factory=dict)
    looked: int = 0
    spent: bool = False

    def __post_init__(self) -> None:
        self.scope = scope_of(self.question, self.contract)

    def run(self, seed: str) -> Frontier:
        """All steps in order; a step is skipped when nothing is open any more."""
        found = self.pages.resolve([seed])[0]
        if found.missing:
            return Frontier((), (LeftOut(seed, "The seed page does not exist."),), self.scope.partitions)
        pattern = make_pattern(found.title, self.scope)
        covered = (pattern.item.name,) if pattern.item is not None else ()
        self._admit(found, Operator.SEED, "The page that the question names as its start.", None, covered)
        if not self._one_page_covers_all(found.title):
            self._follow_links(found.title, pattern)
            self._make_titles(pattern)
            self._second_hop(pattern)
            self._fill_columns(pattern)
            self._rows_of_their_own(pattern)
            self._tail_entities()
        return Frontier(tuple(self.entries), tuple(self.left.values()), self._open_items(pattern), self.spent)

    # --- What is there ---

    def _look(self, title: str) -> tuple[PageContent, PageOffer]:
        if title not in self.read:
            content = self.pages.content(title)
            self.read[title] = (content, read_offer(content, self.contract))
        return self.read[title]

    def _is_in(self, title: str) -> bool:
        return any(entry.title == title for entry in self.entries)

    def _admit(
        self,
        found: ResolvedTitle,
        operator: Operator,
        reason: str,
        parent: str | None,
        partitions: Iterable[str] = (),
    ) -> bool:
        if self._is_in(found.title):
            return False
        if len(self.entries) >= self.budget:
            self.spent = True
            self._leave(found.title, f"The budget of {self.budget} pages was spent.", parent)
            return False
        self._look(found.title)
        hop = (
            0
            if parent is None
            else 1 + next((entry.hop for entry in self.entries if entry.title == parent), 0)
        )
        if found.redirected_from and operator is not Operator.SEED:
            operator, reason = (
                Operator.REDIRECT,
                f"{reason} Reached by the redirect “{found.redirected_from[0]}”.",
            )
        self.entries.append(
            FrontierEntry(
                found.title, operator, reason, parent, found.requested, found.page_id, tuple(partitions), hop
            )
        )
        self.left.pop(found.title, None)
        return True

    def _leave(self, title: str, reason: str, parent: str | None) -> None:
        if not self._is_in(title) and len(self.left) < MAX_LEFT_OUT:
            self.left.setdefault(title, LeftOut(title, reason, parent))

    def _open_items(self, pattern: Pattern) -> tuple[str, ...]:
        covered = {name for entry in self.entries for name in entry.partitions}
        return tuple(
            item.name
            for item in self.scope.items
            if item.name not in covered and not self._stands_in(item, pattern.seed)
        )

    def _stands_in(self, item: Item, title: str) -> bool:
        """Whether a page names a counted-off thing as a section, a group or a cell of its own."""
        content = self._look(title)[0]
        return any(item.words and item.words <= set(words(text)) for text in _named_parts(content))

    def _open_columns(self) -> tuple[str, ...]:
        """Columns that no admitted page seems to have; key columns may be carried by titles and are left out."""
        offers = [self._look(entry.title)[1] for entry in self.entries]
        return tuple(
            column.name
            for column in self.contract.columns
            if column.name not in self.contract.key
            and not any(offer.tells([column.name]) for offer in offers)
        )

    def _one_page_covers_all(self, title: str) -> bool:
        content, offer = self._look(title)
        named = all(self._stands_in(item, title) for item in self.scope.items)
        complete = any(set(table.slots) >= set(self._askable(content)) for table in offer.tables)
        return named and complete

    def _askable(self, content: PageContent) -> list[str]:
        return [column.name for column in self.contract.columns]

    # --- Steps ---

    def _follow_links(self, parent: str, pattern: Pattern) -> None:
        for candidate in self._candidates(parent, pattern):
            self._consider(candidate)

    def _consider(self, candidate: Candidate) -> bool:
        """Admit a candidate whose name fits and that has something to offer; else leave it out with the reason."""
        title = candidate.found.title
        if self._is_in(title):
            return False
        if candidate.fault:
            self._leave(title, candidate.fault, candidate.parent)
            return False
        if self.looked >= LOOKS + self.budget:
            self.spent = True
            self._leave(title, "No more pages may be looked at.", candidate.parent)
            return False
        self.looked += 1
        content, offer = self._look(title)
        told = offer.tells(column.name for column in self.contract.columns)
        if candidate.whole and not self._is_needed(offer):
            self._leave(title, "A list of the whole, but pages in hand have its columns.", candidate.parent)
            return False
        if not told and not (candidate.items and _has_list_for(content, self.scope)):
            self._leave(title, "Nothing in it has a column that the contract asks for.", candidate.parent)
            return False
        operator, kind = _role(candidate)
        names = tuple(item.name for item in candidate.items) or (
            (candidate.partition,) if candidate.partition else ()
        )
        wanted = f" for {', '.join(names)}" if names else ""
        reason = f"{kind}{wanted}; it has {', '.join(told) or 'a list'}."
        return self._admit(candidate.found, operator, reason, candidate.parent, names)

    def _is_needed(self, offer: PageOffer) -> bool:
        """Whether a list of everything has a table with the keys and half the columns, and the seed has none."""
        seed = self._look(self.entries[0].title)[1]
        return self._has_rows(offer) and not self._has_rows(seed)

    def _has_rows(self, offer: PageOffer) -> bool:
        return any(
            all(table.score(name) >= TELLING for name in self.contract.key)
            and len(table.slots) * 2 >= len(self.contract.columns)
            for table in offer.tables
        )

    def _candidates(self, parent: str, pattern: Pattern) -> Iterator[Candidate]:
        for found in self._linked(parent):
            yield judge_title(found, parent, pattern, self.scope, self.contract)

    def _linked(self, parent: str) -> list[ResolvedTitle]:
        """Pages that a page links to, each once, in order; only those that exist."""
        titles = list(dict.fromkeys(link.title for link in self._look(parent)[0].links if link.title))
        found: dict[str, ResolvedTitle] = {}
        for start in range(0, len(titles), BATCH):
            for answer in self.pages.resolve(titles[start : start + BATCH]):
                if not answer.missing and not answer.disambiguation and answer.title != parent:
                    found.setdefault(answer.title, answer)
        return list(found.values())

    def _make_titles(self, pattern: Pattern) -> None:
        """Titles after the seed's pattern, or the thing's own name, for what no link led to."""
        for item in self.scope.items:
            if item.name not in self._open_items(pattern):
                continue
            for title in made_titles(item, pattern):
                found = self.pages.resolve([title])[0]
                if found.missing or found.disambiguation or self._is_in(found.title):
                    continue
                candidate = judge_title(found, pattern.seed, pattern, self.scope, self.contract)
                if not candidate.fault and self._consider(candidate):
                    break

    def _second_hop(self, pattern: Pattern) -> None:
        """Links of admitted pages, for things that are still without a page."""
        for entry in tuple(self.entries[1:]):
            wanted = set(self._open_items(pattern))
            if not wanted:
                return
            for candidate in self._candidates(entry.title, pattern):
                if not candidate.fault and wanted & {item.name for item in candidate.items}:
                    self._consider(candidate)

    def _fill_columns(self, pattern: Pattern) -> None:
        """Pages with columns that are still open: links of admitted pages, then of pages that were left out."""
        bridges = [(entry.title, entry.title) for entry in self.entries]
        bridges += [(left.title, left.parent or pattern.seed) for left in self.left.values()]
        for bridge, parent in bridges[: LOOKS // 2]:
            open_columns = self._open_columns()
            if not open_columns:
                return
            for found in self._linked(bridge):
                if not self._is_in(found.title) and self._names_a_column(found.title, open_columns, pattern):
                    self._admit_for_columns(found, bridge, parent, open_columns)

    def _names_a_column(self, title: str, columns: Sequence[str], pattern: Pattern) -> bool:
        """Whether a title says one of the columns and is accounted for by question, seed and columns."""
        said = frozenset(words(title))
        asked = frozenset(word for column in columns for word in words(column) if not word.isdigit())
        return bool(said & asked) and len(said) > 1 and said <= self.scope.words | pattern.all_words | asked

    def _admit_for_columns(
        self, found: ResolvedTitle, bridge: str, parent: str, columns: Sequence[str]
    ) -> None:
        offer = self._look(found.title)[1]
        told = [column for column in columns if any(column in table.slots for table in offer.tables)]
        if not told:
            self._leave(
                found.title, "Named like a column that is still open, but it has no such column.", bridge
            )
            return
        over = "" if bridge == parent else f" Reached over “{bridge}”, which was read and left out."
        self._admit(
            found, Operator.SIBLING_LIST, f"It has {', '.join(told)}, which no other page has.{over}", parent
        )

    def _rows_of_their_own(self, pattern: Pattern) -> None:
        """Pages that a row of an admitted page links to, and that are that page's own for the row."""
        for entry in tuple(self.entries):
            content, _ = self._look(entry.title)
            for links, around in _row_links(content):
                for title in links:
                    if self._extends(title, entry, around, pattern):
                        found = self.pages.resolve([title])[0]
                        if not found.missing:
                            reason = f"The page of one row of “{entry.title}”."
                            self._admit(found, Operator.ENTITY_PAGE, reason, entry.title, entry.partitions)

    def _extends(self, title: str, entry: FrontierEntry, around: frozenset[str], pattern: Pattern) -> bool:
        """Whether a title is its page's title and more, all of it said by the row and the question."""
        own, said = frozenset(words(entry.title)), frozenset(words(title))
        more = said - own
        new = (more & self.scope.words) - pattern.all_words
        return own < said and bool(new) and more <= self.scope.words | around

    def _tail_entities(self) -> None:
        """For columns that are still open: pages of single rows, followed from the key cells of tables in scope."""
        open_columns = self._open_columns()
        if not open_columns:
            return
        misses = 0
        for parent, title in self._key_links():
            if misses >= TAIL_LOOKS or self.looked >= LOOKS + self.budget:
                return
            found = self.pages.resolve([title])[0]
            if found.missing or found.disambiguation or self._is_in(found.title):
                continue
            self.looked += 1
            told = self._look(found.title)[1].tells(open_columns)
            if not told:
                misses += 1
                self._leave(found.title, f"It has none of {', '.join(open_columns)}.", parent)
                continue
            misses = 0
            self._admit(
                found, Operator.ENTITY_PAGE, f"The page of one row; it has {', '.join(told)}.", parent
            )

    def _key_links(self) -> Iterator[tuple[str, str]]:
        for entry in tuple(self.entries):
            for table in self._look(entry.title)[1].tables:
                keys = [table.slots[name] for name in self.contract.key if name in table.slots]
                for row in table.rows if len(keys) == len(self.contract.key) else ():
                    for slot in keys:
                        cell = table.grid.cell_at(row, slot.index)
                        yield from ((entry.title, link.title) for link in _links(cell) if link.title)


def _role(candidate: Candidate) -> tuple[Operator, str]:
    """The operator that admits a candidate, and what it is in words."""
    if candidate.sibling:
        return Operator.SIBLING_LIST, "A sibling of the seed"
    if candidate.whole:
        return Operator.SEED_TABLE, "A list of what the question is about"
    return Operator.ENTITY_PAGE, "A page of its own"


def make_pattern(seed: str, scope: Scope) -> Pattern:
    """The seed's title as a pattern. Years stay part of it unless years are what is counted off."""
    said = frozenset(words(seed))
    inside = [item for item in scope.items if item.words and item.words <= said]
    inside = inside or _begun_in(said, scope)
    item = max(inside, key=lambda held: len(held.words), default=None)
    if item is None:
        return Pattern(seed, said, None, frozenset())
    core = item.words & said
    others = [other for other in scope.group(item.group) if other is not item]
    if not any(word.isdigit() for other in others for word in other.words):
        core = frozenset(word for word in core if not word.isdigit())
    return Pattern(seed, said - core, item, core)


def _begun_in(said: frozenset[str], scope: Scope) -> list[Item]:
    """The one thing whose name begins with a word of the title; none when several do ("Maryland's 3rd and 5th")."""
    begun = [item for item in scope.items if item.name and words(item.name)[0] in said]
    return begun if len({words(item.name)[0] for item in begun}) == len(begun) else []


def judge_title(
    found: ResolvedTitle, parent: str, pattern: Pattern, scope: Scope, contract: Contract
) -> Candidate:
    """What a title says for a page: the counted-off thing it is about, or why it is none of the question's."""
    title = found.title
    said = frozenset(words(title))
    bare = frozenset(words(_without_place(title)))
    grouped = [item for item in scope.items if pattern.item is not None and item.group == pattern.item.group]
    for item in grouped:
        if item is not pattern.item and _is_sibling(said, bare, item, pattern, scope):
            return Candidate(found, parent, (item,), True)
    for item in scope.items:
        if item not in grouped and _is_page_of(said, bare, item, pattern, scope):
            return Candidate(found, parent, (item,))
    return _judge_uncounted(found, parent, said, pattern, scope, contract)


def _judge_uncounted(
    found: ResolvedTitle,
    parent: str,
    said: frozenset[str],
    pattern: Pattern,
    scope: Scope,
    contract: Contract,
) -> Candidate:
    """A title that names no counted-off thing: everything it says must be asked for, and something new."""
    new = said - pattern.all_words - PAGE_KINDS
    strange = new - scope.words
    if strange:
        return Candidate(
            found, parent, fault=f"The question does not ask for “{', '.join(sorted(strange))}”."
        )
    whole = bool(said & PAGE_KINDS) and bool(said - PAGE_KINDS)
    if not new and not whole:
        return Candidate(found, parent, fault="It says nothing that the seed does not say.")
    if whole and (scope.items or not new):
        return Candidate(found, parent, whole=True)
    if scope.items:
        return Candidate(found, parent, fault="It is about none of the things the question counts off.")
    if not whole and any(new <= frozenset(words(column.name)) for column in contract.columns):
        return Candidate(found, parent, fault="It is about a column, not about rows.")
    return Candidate(found, parent, partition="" if whole else _phrase(new, scope), whole=whole)


def _is_sibling(
    said: frozenset[str], bare: frozenset[str], item: Item, pattern: Pattern, scope: Scope
) -> bool:
    """Whether a title follows the seed's pattern with another thing in the seed's place."""
    kept = pattern.words & said
    rest = bare - pattern.words
    years = {word for word in pattern.words if word.isdigit()}
    return (
        years <= said
        and len(kept) >= PATTERN_SHARE * len(pattern.words)
        and _names(item, said)
        and rest <= item.words | scope.words | pattern.all_words
        and not pattern.core & (said - item.words)
    )


def _is_page_of(
    said: frozenset[str], bare: frozenset[str], item: Item, pattern: Pattern, scope: Scope
) -> bool:
    return bool(item.words) and item.words <= said and bare - item.words <= scope.words | pattern.all_words


def _names(item: Item, said: frozenset[str]) -> bool:
    """Whether a title names the thing: by the first word of its name that is not a year, at least."""
    named = [word for word in words(item.name) if not word.isdigit()] or list(words(item.name))
    return bool(named) and named[0] in said


def _without_place(title: str) -> str:
    """A title without what only sets it apart: a bracket, or what follows its last comma."""
    return title.split(" (", 1)[0].rsplit(", ", 1)[0]


def _phrase(new: frozenset[str], scope: Scope) -> str:
    """The question's words for a page: those its title adds, with an owner before them ("women's athletics")."""
    tokens = scope.text.replace(",", " ").rstrip(".?!").split()
    hits = [at for at, token in enumerate(tokens) if set(words(token)) & new]
    if not hits:
        return " ".join(sorted(new))
    start, end = hits[0], hits[0]
    while end + 1 in hits:
        end += 1
    if start and tokens[start - 1].endswith(("'s", "’s")):
        start -= 1
    return " ".join(tokens[start : end + 1]).rstrip(":;")


def made_titles(item: Item, pattern: Pattern) -> list[str]:
    """Titles to try for a thing: the seed's with the thing in it, then the thing's own name."""
    plain = item.name.replace(" (", ", ").replace(")", "")
    short = item.name.split(" (", 1)[0]
    if pattern.item is not None and pattern.item.group == item.group:
        old = pattern.item.name.split(" (", 1)[0]
        made = [pattern.seed.replace(old, name) for name in (plain, short) if old in pattern.seed]
    else:
        made = [item.name, short]
    return list(dict.fromkeys(made))


def _has_list_for(content: PageContent, scope: Scope) -> bool:
    """Whether a page has a section of list items that is named like a counted-off thing."""
    heads = {frozenset(words(item.section_path[-1])) for item in content.items if item.section_path}
    return any(head and head <= scope.words for head in heads)


def _named_parts(content: PageContent) -> Iterator[str]:
    yield from (section.path[-1] for section in content.sections if section.path)
    for grid in content.grids:
        if grid.caption is not None:
            yield grid.caption.text
        yield from (cell.content.text for cell in grid.cells if len(cell.content.text) < 80)


def _row_links(content: PageContent) -> Iterator[tuple[list[str], frozenset[str]]]:
    """For each table row: the titles it links to, and the words of the row and its section."""
    for grid in content.grids:
        around = frozenset(words(" ".join(grid.section_path)))
        for row in range(len(grid.slots)):
            cells = _cells(grid, row)
            links = [link.title for cell in cells for link in cell.content.links if link.title]
            if links:
                yield links, around | frozenset(words(" ".join(cell.content.text for cell in cells)))


def _cells(grid: Grid, row: int) -> list[Cell]:
    found = (grid.cell_at(row, index) for index in range(len(grid.slots[row])))
    return list({id(cell): cell for cell in found if cell is not None}.values())


def _links(cell: Cell | None) -> Sequence[Link]:
    return cell.content.links if cell is not None else ()
