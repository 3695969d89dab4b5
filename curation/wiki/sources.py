"""Which page source a site reads from, by its settings. One run reads from one wiki."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from curation.wiki.client import PoliteClient
from curation.wiki.live import LivePages
from curation.wiki.ports import PageSource, PageSourceError
from curation.wiki.saved import MANIFEST, SavedPages
from curation.wiki.zim import ZimPages


def page_source(seed: str) -> PageSource:
    """The source that has the seed page, so that the pages of two wikis never mix in one table.

    Where several folders have it, the first one named in the settings is read. Raises PageSourceError `missing` when
    none has it, `no_sources` when none is configured.
    """
    if settings.PAGE_SOURCE == "live":
        return _live(
            settings.WIKI_API, settings.USER_AGENT, tuple(settings.WIKI_HOSTS), settings.DATA_DIR / "locks"
        )
    if settings.PAGE_SOURCE == "zim":
        return _zim(Path(settings.ZIM_FILE))
    sources = [_saved(folder, _stamp(folder)) for folder in settings.SAVED_PAGES]
    if not sources:
        raise PageSourceError(
            "no_sources", "No folder of saved pages is configured (STAGEAUDIT_SAVED_PAGES)."
        )
    for source in sources:
        if not source.resolve([seed])[0].missing:
            return source
    raise PageSourceError("missing", f"No page source has the seed page “{seed}”.", {"title": seed})


def _stamp(folder: Path) -> int:
    """When the folder's manifest was last written, so that a long-lived worker sees pages that were added."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _live(api: str, user_agent: str, more_hosts: tuple[str, ...], lock_folder: Path) -> LivePages:
    hosts = frozenset({urlsplit(api).netloc.lower(), *more_hosts})
    return LivePages(PoliteClient(user_agent, hosts, lock_folder=lock_folder), api)


@lru_cache(maxsize=1)
def _zim(path: Path) -> ZimPages:
    return ZimPages(path)


@lru_cache(maxsize=16)
def _saved(folder: Path, stamp: int) -> SavedPages:
    return SavedPages(folder)
