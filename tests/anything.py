"""Plain JSON values with anything anywhere in them, for what comes in from outside."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Path = tuple[Any, ...]


def anything(*words: str) -> st.SearchStrategy[Any]:
    """Small values of any shape; `words`: those that mean something there."""
    plain = st.none() | st.booleans() | st.integers(-3, 99) | st.floats()
    return st.recursive(
        plain | st.sampled_from(["?", "x", *words]),
        lambda deeper: (
            st.lists(deeper, max_size=3)
            | st.dictionaries(st.sampled_from(["a", "?", "1", *words]), deeper, max_size=3)
        ),
        max_leaves=4,
    )


def places(value: Any, path: Path = ()) -> list[Path]:
    """Every place in plain JSON values."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, deeper in inner for place in places(deeper, (*path, key)))]


def replaced(value: Any, path: Path, new: Any) -> Any:
    """The same with something else in one place."""
    if not path:
        return new
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], new)
    return changed


def without(value: Any, path: Path) -> Any:
    """The same with nothing in one place."""
    changed = dict(value) if isinstance(value, dict) else list(value)
    if len(path) == 1:
        del changed[path[0]]
    else:
        changed[path[0]] = without(value[path[0]], path[1:])
    return changed
