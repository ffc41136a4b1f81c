"""Misfits: all that does not fit a shape, where a decoder would stop at the first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from companion.rules.json_validation import validation_errors


class Leaf(Struct, forbid_unknown_fields=True):
    number: int
    names: tuple[str, ...] = ()


class Tree(Struct, forbid_unknown_fields=True):
    leaves: dict[int, Leaf]
    counts: Mapping[str, int] = {}
    root: int | None = None
    twigs: list[Leaf] = []
    bud: Leaf | None = None


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"leaves": {}}, []),
        ({"leaves": {"1": {"number": 1}}, "counts": {"a": 1}, "root": None}, []),
        ({}, ["/leaves: missing"]),
        ({"leaves": {}, "bark": 1, "root": "x"}, ["/bark: no such key", "/root: "]),
        ({"leaves": {"one": {"number": 1}, "2": {}}}, ["/leaves/one: ", "/leaves/2/number: missing"]),
        ({"leaves": {"1": {"number": "1", "names": [1]}}}, ["/leaves/1/number: ", "/leaves/1/names/0: "]),
        ({"leaves": [], "counts": {"a": 0.5, "b": None}}, ["/leaves: ", "/counts/a: ", "/counts/b: "]),
        ([], [": "]),
        ({"leaves": {}, "twigs": [{"number": 1}, {}, 3]}, ["/twigs/1/number: missing", "/twigs/2: "]),
        ({"leaves": {}, "twigs": None, "bud": None}, ["/twigs: "]),
        ({"leaves": {}, "bud": {"number": 0.5, "leaf": 1}}, ["/bud/leaf: no such key", "/bud/number: "]),
    ],
)
def test_each_misfit_is_told_with_its_path(value: Any, told: list[str]) -> None:
    found = list(validation_errors(value, Tree))
    assert len(found) == len(told)
    for misfit, start in zip(found, told, strict=True):
        assert misfit.english.startswith(start)
