"""Questions from a file: a JSON list (the form of clusters.json) or one JSON object a line; every error with its place.

A file is data: unknown fields of a line are an error (a misspelt field would be lost in silence), those of a list are
passed over, because evaluation sets carry rows and notes of their own beside the question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from curation.domain import contract_rules
from curation.domain.contract import Column, ColumnType, Contract, Partition, WikidataScope

MOST_BYTES = 10 * 2**20
MOST_QUESTIONS = 10_000
KEY = re.compile(r"[A-Za-z0-9_-]{1,80}")
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
FIELDS = {
    "id", "key", "question", "seed", "primary_key", "columns", "domain", "scope", "partitions", "partition_column",
    "expected_rows", "as_of", "wikidata", "complements", "distractors", "ground_truth_keys",
}  # fmt: skip
COLUMN_FIELDS = {"name", "type", "unit", "required", "decimal", "approximate"}
PARTITION_FIELDS = {"name", "expected_rows"}
WIKIDATA_FIELDS = {"class", "conditions", "partitions"}
# What a contract calls its parts, and what the file calls them.
NAMES_IN_FILE = {"key": "primary_key"}


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One thing wrong in a file: the line it starts in (1-based), the field ("" for all of it), what was expected."""

    line: int
    field: str
    expected: str

    def __str__(self) -> str:
        place = f"line {self.line}, {self.field}" if self.field else f"line {self.line}"
        return f"{place}: expected {self.expected}"


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question as the file states it. `complements` and `gold_keys` are None where the file says nothing of them."""

    line: int
    key: str
    text: str
    seed: str
    contract: Contract
    domain: str = ""
    complements: tuple[str, ...] | None = None
    gold_keys: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """All questions of a file, or none of them and the problems."""

    questions: tuple[QuestionDraft, ...] = ()
    problems: tuple[FileProblem, ...] = ()


def read_questions(data: bytes) -> QuestionFile:
    """The questions of a file's bytes. With any problem there are no questions, so that nothing is half-imported."""
    try:
        text = data[: MOST_BYTES + 1].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return QuestionFile(problems=(FileProblem(line, "", "text in UTF-8"),))
    if len(data) > MOST_BYTES:
        return QuestionFile(problems=(FileProblem(1, "", f"a file of at most {MOST_BYTES // 2**20} MB"),))
    try:
        return _read_text(text)
    except _Unreadable as error:
        return QuestionFile(problems=(error.problem,))


class _Unreadable(Exception):
    def __init__(self, line: int, expected: str) -> None:
        super().__init__(expected)
        self.problem = FileProblem(line, "", expected)


def _read_text(text: str) -> QuestionFile:
    is_list = text.lstrip()[:1] == "["
    objects = list(_list_objects(text) if is_list else _line_objects(text))
    if not objects:
        raise _Unreadable(1, "at least one question")
    if len(objects) > MOST_QUESTIONS:
        raise _Unreadable(objects[MOST_QUESTIONS][0], f"at most {MOST_QUESTIONS} questions in one file")
    readers = [_Reader(line, item, strict=not is_list) for line, item in objects]
    drafts = [reader.read() for reader in readers]
    problems = [problem for reader in readers for problem in reader.problems]
    problems += _repeated_keys(drafts)
    return QuestionFile(problems=tuple(problems)) if problems else QuestionFile(tuple(drafts))


def _line_objects(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                item = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise _Unreadable(number, f"one JSON object ({_reason(error)})") from error
            yield number, _object(item, number)


def _list_objects(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    decoder = json.JSONDecoder()
    at = _skip_space(text, text.index("[") + 1)
    while text[at : at + 1] not in ("]", ""):
        line = text.count("\n", 0, at) + 1
        try:
            item, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise _Unreadable(getattr(error, "lineno", line), f"valid JSON ({_reason(error)})") from error
        yield line, _object(item, line)
        at = _skip_space(text, at)
        if text[at : at + 1] == ",":
            at = _skip_space(text, at + 1)
        elif text[at : at + 1] != "]":
            raise _Unreadable(text.count("\n", 0, at) + 1, "a comma or the end of the list")
    if text[at : at + 1] != "]":
        raise _Unreadable(text.count("\n") + 1, "the end of the list: ]")
    if text[at + 1 :].strip():
        raise _Unreadable(text.count("\n", 0, at) + 1, "nothing after the list")


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _reason(error: Exception) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"


def _object(item: Any, line: int) -> Mapping[str, Any]:
    if not isinstance(item, dict):
        raise _Unreadable(line, "a JSON object with id, question, seed, primary_key and columns")
    return item


def _repeated_keys(drafts: list[QuestionDraft]) -> Iterator[FileProblem]:
    seen: dict[str, int] = {}
    for draft in drafts:
        if draft.key in seen:
            yield FileProblem(
                draft.line, "id", f"an id of its own: “{draft.key}” is in line {seen[draft.key]} already"
            )
        elif draft.key:
            seen[draft.key] = draft.line


@dataclass(slots=True)
class _Reader:
    """Reads one object and collects what is wrong with it."""

    line: int
    item: Mapping[str, Any]
    strict: bool
    problems: list[FileProblem] = field(default_factory=list)

    def read(self) -> QuestionDraft:
        """The draft; it may be used only when there are no problems."""
        self._refuse_unknown(self.item, FIELDS if self.strict else set(self.item), "")
        text = self._text(self.item, "question", required=True)
        draft = QuestionDraft(
            line=self.line,
            key=self._key(),
            text=text,
            seed=self._text(self.item, "seed", required=True, longest=300),
            contract=self._contract(text),
            domain=self._text(self.item, "domain", longest=60),
            complements=self._titles("complements"),
            gold_keys=self._gold_keys(),
        )
        self._titles("distractors")
        return draft

    def _wrong(self, field_name: str, expected: str) -> None:
        self.problems.append(FileProblem(self.line, field_name, expected))

    def _refuse_unknown(self, item: Mapping[str, Any], known: set[str], within: str) -> None:
        for name in item.keys() - known:
            self._wrong(f"{within}{name}"[:80], "no such field; known are " + ", ".join(sorted(known)))

    def _key(self) -> str:
        name = "key" if "key" in self.item and "id" not in self.item else "id"
        key = self._text(self.item, name, required=True)
        if key and not KEY.fullmatch(key):
            self._wrong(name, "1 to 80 letters, digits, - or _")
        return key

    def _contract(self, query: str) -> Contract:
        columns = tuple(self._column(place, item) for place, item in self._list("columns", required=True))
        contract = Contract(
            query=query,
            key=tuple(self._word(place, item) for place, item in self._list("primary_key", required=True)),
            columns=columns,
            scope=self._text(self.item, "scope"),
            partitions=tuple(self._partition(place, item) for place, item in self._list("partitions")),
            partition_column=self._text(self.item, "partition_column"),
            expected_rows=self._count(self.item, "expected_rows", "expected_rows"),
            as_of=self._text(self.item, "as_of"),
            wikidata=self._wikidata(),
        )
        told = {problem.field.partition("[")[0].partition(".")[0] for problem in self.problems}
        for found in contract_rules.problems(contract):
            place = _in_file(found.field)
            if place not in told:
                self._wrong(place, found.expected)
        return contract

    def _column(self, place: str, item: Any) -> Column:
        if isinstance(item, str):
            return Column(item)
        if not isinstance(item, dict):
            self._wrong(place, "a column's name, or an object with its name and type")
            return Column("")
        self._refuse_unknown(item, COLUMN_FIELDS, f"{place}.")
        kind = contract_rules.column_type(self._text(item, "type", within=place) or "text")
        if kind is None:
            self._wrong(f"{place}.type", "one of " + ", ".join(kind.value for kind in ColumnType))
        return Column(
            name=self._text(item, "name", within=place, required=True),
            type=kind or ColumnType.TEXT,
            unit=self._text(item, "unit", within=place),
            required=self._flag(item, "required", place),
            decimal=self._text(item, "decimal", within=place) or ".",
            approximate=self._flag(item, "approximate", place),
        )

    def _partition(self, place: str, item: Any) -> Partition:
        if isinstance(item, str):
            return Partition(item)
        if not isinstance(item, dict):
            self._wrong(place, "a partition's name, or an object with its name and expected_rows")
            return Partition("")
        self._refuse_unknown(item, PARTITION_FIELDS, f"{place}.")
        return Partition(
            name=self._text(item, "name", within=place, required=True),
            expected_rows=self._count(item, "expected_rows", f"{place}.expected_rows"),
        )

    def _wikidata(self) -> WikidataScope | None:
        value = self.item.get("wikidata")
        if value is None:
            return None
        if not isinstance(value, dict):
            self._wrong("wikidata", "an object with class, conditions and partitions")
            return None
        self._refuse_unknown(value, WIKIDATA_FIELDS, "wikidata.")
        partitions = value.get("partitions") or {}
        if not isinstance(partitions, dict):
            self._wrong("wikidata.partitions", "an object from a partition's name to its conditions")
            partitions = {}
        return WikidataScope(
            class_id=self._text(value, "class", within="wikidata", required=True),
            conditions=self._conditions("wikidata.conditions", value.get("conditions")),
            partitions=tuple(
                (
                    self._storable(name, "wikidata.partitions"),
                    self._conditions(f"wikidata.partitions.{name}", pairs),
                )
                for name, pairs in partitions.items()
            ),
        )

    def _conditions(self, place: str, value: Any) -> tuple[tuple[str, str], ...]:
        pairs = [] if value is None else value
        if not isinstance(pairs, list) or not all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)
            for pair in pairs
        ):
            self._wrong(place[:80], 'a list of pairs such as ["P30", "Q15"]')
            return ()
        return tuple((self._storable(name, place), self._storable(value, place)) for name, value in pairs)

    def _text(
        self,
        item: Mapping[str, Any],
        name: str,
        *,
        within: str = "",
        required: bool = False,
        longest: int = 20_000,
    ) -> str:
        value, place = item.get(name), f"{within}.{name}" if within else name
        if value is None and not required:
            return ""
        if not isinstance(value, str) or (required and not value.strip()):
            self._wrong(place, "a text")
            return ""
        if len(value) > longest:
            self._wrong(place, f"a text of at most {longest} characters")
        return self._storable(value, place).strip()

    def _storable(self, value: str, place: str) -> str:
        """No null character and no half of a surrogate pair: a database holds neither."""
        if UNSTORABLE.search(value):
            self._wrong(place, "a text without null characters and broken escapes")
            return ""
        return value

    def _flag(self, item: Mapping[str, Any], name: str, within: str) -> bool:
        value = item.get(name, False)
        if not isinstance(value, bool):
            self._wrong(f"{within}.{name}", "true or false")
        return value is True

    def _count(self, item: Mapping[str, Any], name: str, place: str) -> int | None:
        value = item.get(name)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
            self._wrong(place, "a whole number")
            return None
        return value

    def _list(self, name: str, *, required: bool = False) -> list[tuple[str, Any]]:
        value = self.item.get(name)
        if value is None and not required:
            return []
        if not isinstance(value, list) or (required and not value):
            self._wrong(name, "a list" + (" that is not empty" if required else ""))
            return []
        return [(f"{name}[{position}]", item) for position, item in enumerate(value)]

    def _word(self, place: str, item: Any) -> str:
        if not isinstance(item, str):
            self._wrong(place, "a text")
            return ""
        return self._storable(item, place)

    def _titles(self, name: str) -> tuple[str, ...] | None:
        if self.item.get(name) is None:
            return None
        return tuple(self._word(place, item) for place, item in self._list(name))

    def _gold_keys(self) -> tuple[tuple[str, ...], ...] | None:
        if self.item.get("ground_truth_keys") is None:
            return None
        width = len(self.item["primary_key"]) if isinstance(self.item.get("primary_key"), list) else 0
        keys = []
        for place, item in self._list("ground_truth_keys"):
            values = [item] if isinstance(item, str) and width == 1 else item
            if (
                not isinstance(values, list)
                or len(values) != width
                or not all(isinstance(v, str) for v in values)
            ):
                self._wrong(place, f"a list of {width} texts, one for each key column")
                continue
            keys.append(tuple(self._storable(value, place) for value in values))
        return tuple(keys)


def _in_file(field_name: str) -> str:
    """`columns.2.unit` of the contract is `columns[2].unit` of the file."""
    parts = field_name.split(".")
    head = NAMES_IN_FILE.get(parts[0], parts[0])
    return head + "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in parts[1:])
