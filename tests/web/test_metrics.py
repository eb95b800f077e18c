"""Metrics: where they are, what they count, and that the dashboard and the alerts ask for those."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from funicular.live.metrics import Metrics
from tests.kit.serving import PATIENCE, Served
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis
from tests.web.live import Place

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus-rules.yaml"
SAMPLE = re.compile(r"^([a-z_:]+)(?:\{(.*)\})? \S+$", re.MULTILINE)
# A metric in an expression, and the labels that are asked for in braces.
USED = re.compile(r"\b((?:funicular|process)_[a-z_]+)(?:\{([^}]*)\})?")
# What Prometheus itself adds.
ITS_OWN = {"instance", "job", "le"}
# Filled by those who build a pool.
PERHAPS = {"funicular_pool_waiting", "funicular_pool_oldest_wait_seconds"}

Labels = dict[str, set[str]]


class Watched(Served):
    """A server with metrics at an address of their own."""

    @property
    def started(self) -> dict[str, Any]:
        """What its log says of its start."""
        lines = [json.loads(line) for line in self.errors.splitlines()]
        found: dict[str, Any] = next(line for line in lines if line["event"] == "started")
        return found

    def measured(self, path: str = "/metrics") -> str:
        address = f"http://{self.started['metrics']}{path}"
        with urllib.request.urlopen(address, timeout=PATIENCE) as found:
            text: str = found.read().decode()
            return text


@pytest.fixture(scope="module")
def watched(
    tmp_path_factory: pytest.TempPathFactory, redis_server: Redis, postgres_server: Postgres
) -> Iterator[Watched]:
    """A server of several that has done a bit of everything that is counted."""
    folder = tmp_path_factory.mktemp("watched")
    url = postgres_server.new_database()
    given = {
        "FUNICULAR_METRICS": "127.0.0.1:0",
        "FUNICULAR_LOG_FORMAT": "json",
        "FUNICULAR_DATA": url,
        "FUNICULAR_REDIS": redis_server.url,
        "FUNICULAR_GRASE": "1",
    }
    with Watched(folder, environment=given) as server:
        asyncio.run(_play(Place(server.port)))
        assert server.ask("/api/nothing")[0] == 404
        # The store fails once, for what counts failures.
        postgres_server.kill()
        server.until_ready(503)
        postgres_server.start()
        server.until_ready(200)
        yield server
    postgres_server.drop(url)


async def _play(place: Place) -> None:
    opened = place.open(start=True)
    async with place.guest(opened) as me:
        await me.play_on(lambda guest: guest.phase != "playing")
        assert (await me.do("undo"))["code"] == "forbidden"
        await me.send(type="hello", protocol=1, lang="en")
        await me.hear("refused")
    async with place.guest(opened, back=me):
        pass


def labels_of(text: str) -> Labels:
    """The metrics that are there, and their labels where there is a sample."""
    found: Labels = defaultdict(set)
    for name in re.findall(r"^# TYPE (\S+) \S+$", text, re.MULTILINE):
        found[name] |= set()
    for name, labels in SAMPLE.findall(text):
        found[name] |= set(re.findall(r'(\w+)="', labels))
    return found


def asked_for(expression: str) -> Iterator[tuple[str, set[str]]]:
    """The metrics of an expression, with the labels that it asks for by name."""
    by = {
        label.strip()
        for group in re.findall(r"\bby \(([^)]*)\)", expression)
        for label in group.split(",")
    }
    for name, braces in USED.findall(expression):
        yield name, {*re.findall(r"(\w+)=", braces), *by} - ITS_OWN


def test_the_public_port_has_no_metrics(watched: Watched) -> None:
    public = Place(watched.port).ask("/metrics")
    assert public.status == 404
    assert b"funicular_" not in public.body
    assert "funicular_build_info{" in watched.measured()
    assert json.loads(watched.measured("/readyz"))["ok"] is True


def test_strangers_learn_nothing_from_health(watched: Watched) -> None:
    for path in ("/healthz", "/readyz"):
        assert watched.ask(path) == (200, {"ok": True, "protocol": 1, "problem": None})


def test_the_start_is_told_without_secrets(watched: Watched) -> None:
    started = watched.started
    assert {"version", "protocol", "python", "kernels", "addresses"} <= started.keys()
    assert started["kind"] == "postgresql"
    assert started["settings"]["data"] == started["settings"]["redis"] == "***"
    assert started["settings"]["log-format"] == "json"
    lines = [json.loads(line) for line in watched.errors.splitlines()]
    (unknown,) = [line for line in lines if line["event"] == "unknown-setting"]
    assert (unknown["name"], unknown["hint"]) == ("FUNICULAR_GRASE", "FUNICULAR_GRACE")
    assert [line for line in lines if line["event"] == "store-made"]


def test_everything_worth_watching_is_counted(watched: Watched) -> None:
    text = watched.measured()
    for line in (
        'funicular_http_requests_total{route="/api/tables",status="201"} 1.0',
        "funicular_ready 1.0",
        "funicular_redis_wanted 1.0",
        "funicular_redis_connected 1.0",
    ):
        assert f"\n{line}\n" in text, line
    for name in (
        'funicular_store_calls_total{call="beat",outcome="done"}',
        'funicular_store_calls_total{call="check",outcome="failed"}',
        'funicular_log_events_total{event="store-not-well",level="warning"}',
        'funicular_refusals_total{code="malformed"}',
        "funicular_store_append_seconds_count",
        "funicular_loop_lag_seconds_count",
        "process_resident_memory_bytes",
        "process_start_time_seconds",
    ):
        (value,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        assert float(value) > 0


def test_nothing_is_of_one_table_or_one_person(watched: Watched) -> None:
    for name, labels in labels_of(watched.measured()).items():
        assert not labels & {"table", "seat", "guest", "address", "game"}, name


def test_the_alerts_ask_for_what_there_is(watched: Watched) -> None:
    yaml = pytest.importorskip("yaml")
    groups = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 8
    for rule in rules:
        assert rule["annotations"].keys() == {"summary", "description"}
    check([rule["expr"] for rule in rules], labels_of(watched.measured()))


def test_the_dashboard_asks_for_what_there_is(watched: Watched) -> None:
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 15
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places)
    check(
        [target["expr"] for panel in panels for target in panel["targets"]],
        labels_of(watched.measured()),
    )


def check(expressions: list[str], there: Labels) -> None:
    for expression in expressions:
        used = list(asked_for(expression))
        assert used or "up{" in expression, expression
        for name, labels in used:
            assert name in there, name
            assert name in PERHAPS or labels <= there[name], (name, labels, there[name])


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs Prometheus")
def test_prometheus_understands_the_alerts() -> None:
    subprocess.run(("promtool", "check", "rules", str(RULES)), check=True, capture_output=True)


def test_pools_are_measured_whoever_makes_them() -> None:
    class Pool:
        name, waiting, oldest_wait = "replays", 3, 1.5

    metrics = Metrics()
    metrics.watch_pools([Pool()])
    text = metrics.written()[0].decode()
    assert 'funicular_pool_waiting{pool="replays"} 3.0' in text
    assert 'funicular_pool_oldest_wait_seconds{pool="replays"} 1.5' in text
