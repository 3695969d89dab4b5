"""What Wikidata is to count, as people write it: `Q4022 P30=Q15`, then one line a partition, `Africa: P30=Q15`."""

from __future__ import annotations

from curation.domain.contract import WikidataScope

Pairs = tuple[tuple[str, str], ...]


def print_scope(scope: WikidataScope | None) -> str:
    """The written form; "" for none."""
    if scope is None:
        return ""
    lines = [" ".join([scope.class_id, *_printed(scope.conditions)])]
    lines += [f"{name}: {' '.join(_printed(pairs))}".strip() for name, pairs in scope.partitions]
    return "\n".join(lines)


def parse_scope(text: str) -> WikidataScope | None:
    """Reads the written form; None for an empty text. Raises ValueError with what was expected in which line.

    Whether ids and partitions are valid is for `contract_rules` to say.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    class_id, *words = lines[0].split()
    partitions: dict[str, Pairs] = {}
    for line in lines[1:]:
        name, colon, rest = line.rpartition(":")
        if not colon or not name.strip():
            raise ValueError(
                f"a partition, a colon and conditions such as “Africa: P30=Q15”, not “{line[:80]}”"
            )
        partitions[" ".join(name.split())] = _pairs(rest.split())
    return WikidataScope(class_id, _pairs(words), tuple(partitions.items()))


def _printed(pairs: Pairs) -> list[str]:
    return [f"{name}={value}" for name, value in pairs]


def _pairs(words: list[str]) -> Pairs:
    found = []
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise ValueError(f"conditions such as P30=Q15, not “{word[:80]}”")
        found.append((name, value))
    return tuple(found)
