"""Which graphics card has a panel, as the kernel tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screen.connectors import Connector, chosen, connectors


def connect(root: Path, name: str, status: bytes) -> None:
    folder = root / "sys/class/drm" / name
    folder.mkdir(parents=True)
    (folder / "status").write_bytes(status)


def test_of_two_cards_the_one_with_a_panel_is_chosen(tmp_path: Path) -> None:
    connect(tmp_path, "card10-HDMI-A-1", b"connected\n")
    connect(tmp_path, "card2-DSI-1", b"connected\n")
    connect(tmp_path, "card0-HDMI-A-1", b"disconnected\n")
    connect(tmp_path, "card0-Writeback-1", b"unknown\n")
    found = connectors(tmp_path)
    assert [each.card for each in found] == [0, 0, 2, 10]
    assert chosen(found) == Connector(2, "DSI-1", "connected")


def test_without_a_panel_none_is_chosen(tmp_path: Path) -> None:
    assert chosen(connectors(tmp_path)) is None
    connect(tmp_path, "card0-HDMI-A-1", b"disconnected\n")
    assert chosen(connectors(tmp_path)) is None


@pytest.mark.parametrize("status", [b"", b"\xff\xfe", b"9" * 100_000])
def test_what_cannot_be_read_is_not_connected(status: bytes, tmp_path: Path) -> None:
    connect(tmp_path, "card0-HDMI-A-1", status)
    connect(tmp_path, "card99999999-DSI-1", b"connected")
    (tmp_path / "sys/class/drm/card1-HDMI-A-1").mkdir()
    assert [(each.card, each.connected) for each in connectors(tmp_path)] == [(0, False), (1, False)]
