"""The files for running a server name only options, variables, files and counts that there are."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from funicular.cli.data import DATA
from funicular.cli.parser import build_parser, read_arguments
from funicular.cli.serve import BOT_PAUSE, REDIS
from funicular.lang import Reader
from funicular.store.durability import DURABILITIES
from funicular.web.door import read_origins, read_proxies
from funicular.web.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = {path.name: path.read_text(encoding="utf-8") for path in DEPLOY.iterdir() if path.is_file()}
PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
# The site's own name, which is the proxy's business and not the server's.
NAME = "FUNICULAR_NAME"
WANTED = re.compile(r"\$\{(\w+):\?\}")


def understood(arguments: list[str]) -> argparse.Namespace:
    """What the command line makes of it; it refuses options that it does not have."""
    reader = Reader("en")
    return read_arguments(build_parser(reader), arguments, reader)


def checked(arguments: list[str]) -> argparse.Namespace:
    args = understood(arguments)
    assert args.command == "serve"
    assert args.durability in (None, *DURABILITIES)
    read_origins(args.origin)
    read_proxies(args.trust_proxy)
    return args


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    filled = WANTED.sub("cards.example", FILES["compose.yaml"])
    found: dict[str, Any] = yaml.safe_load(filled)
    return found


def test_the_unit_starts_a_server_behind_a_proxy_of_this_machine() -> None:
    joined = FILES["funicular.service"].replace("\\\n", " ")
    start = next(line for line in joined.splitlines() if line.startswith("ExecStart="))
    program, *arguments = shlex.split(start.removeprefix("ExecStart="))
    args = checked(arguments)
    assert Path(program).name == "funicular"
    assert args.host == "127.0.0.1"
    assert args.origin
    assert args.trust_proxy
    assert f"127.0.0.1:{args.port} " in FILES["nginx.conf"]


def test_the_image_starts_a_server() -> None:
    command = re.search(r"^CMD (\[.*\])$", FILES["Dockerfile"], re.MULTILINE)
    assert command is not None
    assert checked(json.loads(command[1])).host == "0.0.0.0"  # noqa: S104 - inside a container


def test_the_image_asks_the_health_of_the_port_that_it_opens() -> None:
    port = re.search(r"^EXPOSE (\d+)$", FILES["Dockerfile"], re.MULTILINE)
    assert port is not None
    assert f":{port[1]}/healthz" in FILES["Dockerfile"]
    assert FILES["Caddyfile"].count(f":{port[1]}") == 2


def test_the_servers_of_compose_share_a_store_and_trust_the_network_of_their_proxy(
    compose: dict[str, Any],
) -> None:
    services = compose["services"]
    servers = [name for name in services if name.startswith("funicular-")]
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    assert len(servers) == 2
    for name in servers:
        args = checked(services[name]["command"])
        assert args.trust_proxy == network["subnet"]
        assert args.origin == "https://cards.example"
        assert services[name]["environment"].keys() == {DATA, REDIS}
        assert f"{name}:8765" in FILES["Caddyfile"]
    assert services["proxy"]["depends_on"] == servers


def test_what_compose_uses_it_has(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert {*service.get("depends_on", ())} <= compose["services"].keys()
        assert {*service["networks"]} <= compose["networks"].keys()
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            named = source in compose["volumes"]
            assert named or source == "./backups" or (DEPLOY / source).exists()


def test_every_variable_is_one_that_somebody_reads() -> None:
    for text in (*FILES.values(), PAGE):
        assert {*re.findall(r"\bFUNICULAR_[A-Z_]+", text)} <= {DATA, REDIS, BOT_PAUSE, NAME}
    example = {*re.findall(r"^#? ?([A-Z_]+)=", FILES["environment.example"], re.MULTILINE)}
    assert {*WANTED.findall(FILES["compose.yaml"])} | {DATA, REDIS} == example


def test_every_command_of_ours_on_the_page_can_be_given() -> None:
    blocks = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    ours = [shlex.split(line)[1:] for line in lines if line.startswith("funicular ")]
    ours += [["serve", *shlex.split(each)] for each in re.findall(r"`(--(?!property)[^`]+)`", PAGE)]
    # "--data" alone names an option whose value is not said.
    ours = [each if len(each) > 2 or each[0] != "serve" else [*each, "x"] for each in ours]
    assert len(ours) > 5
    for arguments in ours:
        understood(arguments)


def test_every_file_that_the_page_links_to_exists() -> None:
    linked = re.findall(r"\]\(([^)#]+)", PAGE)
    assert {f"../deploy/{name}" for name in ("compose.yaml", "nginx.conf")} <= {*linked}
    assert not [each for each in linked if not (ROOT / "docs" / each).exists()]


def test_every_count_that_the_page_names_is_kept() -> None:
    kept = Metrics().written()[0].decode()
    named = {*re.findall(r"`(funicular_[a-z_]+)`", PAGE)}
    assert len(named) > 4
    assert not [name for name in named if f"# HELP {name.removesuffix('_total')}" not in kept]


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_keep_the_counts_inside(name: str) -> None:
    assert "/metrics" in FILES[name]
    assert "404" in FILES[name]


def test_nginx_lets_sockets_through_and_says_who_comes() -> None:
    for header in ("Upgrade", "Connection", "X-Forwarded-For", "X-Forwarded-Proto", "Host"):
        assert f"proxy_set_header {header} " in FILES["nginx.conf"]
