"""What pages write where there is no value: dashes, dots, "n/a", "unknown".

"NA" without a stroke is none of them: it is sodium and Namibia (methods C.3: text stays text).
"""

from __future__ import annotations

from curation.domain.values.normalise import normalise

_WORDS = frozenset(
    {
        "n/a",
        "none",
        "nil",
        "unknown",
        "unspecified",
        "not available",
        "not applicable",
        "not known",
        "tba",
        "tbd",
        "no data",
    }
)
_MARKS = frozenset("-–—•·∙?*…/\\.")


def is_placeholder(text: str) -> bool:
    """Whether a text stands for the absence of a value. An empty text is no placeholder."""
    written = normalise(text).strip("()[] ")
    return bool(text.strip()) and (
        not written or written in _WORDS or all(char in _MARKS for char in written)
    )
