"""The files for running a server name only options, variables, files and counts that there are."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from funicular import __version__
from funicular.cli.parser import build_parser, read_arguments
from funicular.cli.settings import OTHERS, SETTINGS, SWITCH, ChosenSettings, read_settings
from funicular.lang import Reader
from funicular.live.health import LIVE_LAG
from funicular.live.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = {path.name: path.read_text(encoding="utf-8") for path in DEPLOY.iterdir() if path.is_file()}
SOURCE = ROOT / "src" / "funicular"
PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
# The site's own name, which is the proxy's business and not the server's.
NAME = "FUNICULAR_NAME"
SETTABLE = {each.variable for each in SETTINGS}
SWITCHES = {each.flag for each in SETTINGS if each.kind is SWITCH}
WANTED = re.compile(r"\$\{(\w+):\?\}")


def understood(arguments: list[str]) -> argparse.Namespace:
    """What the command line makes of it; it refuses options that it does not have."""
    reader = Reader("en")
    return read_arguments(build_parser(reader, arguments), arguments, reader)


def checked(arguments: list[str], environment: dict[str, str]) -> ChosenSettings:
    """The settings of a server that is started so; none is wrong, and none is unknown."""
    args = understood(arguments)
    assert args.command == "serve"
    assert {name for name in environment if name.startswith("FUNICULAR_")} <= SETTABLE
    return read_settings(args, environment)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    filled = WANTED.sub("cards.example", FILES["compose.yaml"])
    found: dict[str, Any] = yaml.safe_load(filled)
    return found


def test_the_unit_starts_a_server_behind_a_proxy_of_this_machine() -> None:
    lines = FILES["funicular.service"].replace("\\\n", " ").splitlines()
    start = next(line for line in lines if line.startswith("ExecStart="))
    given = [line.removeprefix("Environment=") for line in lines if line.startswith("Environment=")]
    program, *arguments = shlex.split(start.removeprefix("ExecStart="))
    chosen = checked(arguments, dict(each.split("=", 1) for each in given))
    assert Path(program).name == "funicular"
    assert chosen["host"] == "127.0.0.1"
    assert chosen["origin"]
    assert chosen["trust-proxy"]
    assert chosen["metrics"][0] == "127.0.0.1"
    assert f"127.0.0.1:{chosen['port']} " in FILES["nginx.conf"]


def test_the_unit_never_gives_up() -> None:
    """A database may be away for longer than the few starts that systemd allows by itself."""
    unit = FILES["funicular.service"]
    assert "\nRestart=always\n" in unit
    assert "\nStartLimitIntervalSec=0\n" in unit.partition("[RoomContext]")[0]


def lines_of(name: str) -> list[str]:
    """The lines of a unit, less comments."""
    lines = FILES[name].replace("\\\n", " ").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_backups_are_made_as_the_server_is_run_and_kept_where_it_cannot_write() -> None:
    server, backup = lines_of("funicular.service"), lines_of("funicular-backup.service")
    start = next(line for line in backup if line.startswith("ExecStart="))
    program, *arguments = shlex.split(start.removeprefix("ExecStart="))
    assert f"ExecStart={program} serve" in server
    args = understood(arguments)
    assert (args.command, args.action) == ("store", "backup")
    assert int(args.keep) > 1
    (folder,) = (Path(name) for name in args.names)
    assert f"StateDirectory=funicular {folder.name}" in backup
    assert folder.parent == Path("/var/lib")
    assert "StateDirectory=funicular" in server
    # Of a dynamic user the name is that of the unit, where it has no other.
    assert {"DynamicUser=yes", "User=funicular"} <= {*backup}
    assert "DynamicUser=yes" in server
    data = next(line for line in server if line.startswith("Environment=FUNICULAR_DATA="))
    assert {data, "EnvironmentFile=-/etc/funicular/environment"} <= {*backup} & {*server}
    # What the server may not do, a backup may not do either.
    fence = server[server.index("NoNewPrivileges=yes") : server.index("[Install]")]
    assert len(fence) > 20
    assert {*fence} <= {*backup}
    assert "ProtectSystem=strict" in fence


def test_backups_are_made_every_day() -> None:
    timer = lines_of("funicular-backup.timer")
    assert {"OnCalendar=daily", "Persistent=true", "WantedBy=timers.target"} <= {*timer}


def test_the_unit_ends_a_server_that_hangs_but_not_one_that_is_late() -> None:
    unit = FILES["funicular.service"]
    seconds = re.search(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    assert seconds is not None
    # What `/healthz` calls alive is not to be killed.
    assert int(seconds[1]) > LIVE_LAG
    assert "\nType=notify\nNotifyAccess=main\n" in unit
    assert "AF_UNIX" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".service", ".timer"))])
def test_systemd_understands_the_units(tmp_path: Path, name: str) -> None:
    for each, text in FILES.items():
        # The program is not installed here, and systemd asks for it.
        (tmp_path / each).write_text(text.replace("/opt/funicular/bin/funicular", "/bin/sh"))
    command = ("systemd-analyze", "verify", str(tmp_path / name))
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "funicular" not in found.stderr, found.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs Caddy")
def test_caddy_understands_its_file(tmp_path: Path) -> None:
    command = ("caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"))
    own = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), NAME: "cards.example"}
    found = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | own
    )
    assert found.returncode == 0, found.stderr
    proxied = json.dumps(json.loads(found.stdout))
    assert '"uri": "/readyz"' in proxied


def test_the_image_starts_a_server() -> None:
    command = re.search(r"^CMD (\[.*\])$", FILES["Dockerfile"], re.MULTILINE)
    assert command is not None
    given = dict(re.findall(r"(FUNICULAR_[A-Z_]+)=(\S+)", FILES["Dockerfile"]))
    assert checked(json.loads(command[1]), given)["host"] == "0.0.0.0"  # noqa: S104 - inside a container


def test_the_image_asks_at_the_port_that_it_opens_whether_it_is_ready() -> None:
    port = re.search(r"^EXPOSE (\d+)$", FILES["Dockerfile"], re.MULTILINE)
    assert port is not None
    assert f":{port[1]}/readyz" in FILES["Dockerfile"]
    assert FILES["Caddyfile"].count(f":{port[1]}") == 2


def test_the_servers_of_compose_share_a_store_and_trust_the_network_of_their_proxy(
    compose: dict[str, Any],
) -> None:
    services = compose["services"]
    servers = [name for name in services if name.startswith("funicular-")]
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    assert len(servers) == 2
    for name in servers:
        given = {key: str(value) for key, value in services[name]["environment"].items()}
        chosen = checked(services[name]["command"], given)
        assert [str(each) for each in chosen["trust-proxy"]] == [network["subnet"]]
        assert chosen["origin"] == ("https://cards.example",)
        assert chosen["data"]
        assert chosen["redis"]
        assert f"{name}:8765" in FILES["Caddyfile"]
        # Longer than a server takes to end.
        assert services[name]["stop_grace_period"] == "15s"
    assert services["proxy"]["depends_on"] == servers


def test_images_are_of_one_version_each() -> None:
    """What floats changes by itself: a tag has three numbers, or two where the project has two."""
    line = r"^\s*image: (?:&\w+ )?([^\s*]+)$|^FROM (\S+)"
    tags = re.findall(line, "\n".join(FILES.values()), re.MULTILINE)
    images = {first or second for first, second in tags}
    assert len(images) == 5
    for image in images:
        name, _, tag = image.partition(":")
        numbers = 2 if name == "postgres" else 3
        assert re.match(rf"\d+(\.\d+){{{numbers - 1}}}(-|$)", tag), image
    assert f"funicular:{__version__}" in images


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
        assert {*re.findall(r"\bFUNICULAR_[A-Z_]+[A-Z]", text)} <= SETTABLE | {NAME}
    assert NAME in OTHERS
    example = {*re.findall(r"^#? ?([A-Z_]+)=", FILES["environment.example"], re.MULTILINE)}
    assert {*WANTED.findall(FILES["compose.yaml"])} <= example
    assert {"FUNICULAR_DATA", "FUNICULAR_REDIS", "FUNICULAR_HOST"} <= example


def test_every_command_of_ours_on_the_page_can_be_given() -> None:
    blocks = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    ours = [shlex.split(line)[1:] for line in lines if line.startswith("funicular ")]
    ours += [
        ["serve", *shlex.split(each)] for each in re.findall(r"`(--(?!property|no-`)[^`]+)`", PAGE)
    ]
    # "--data" alone names an option whose value is not said.
    alone = [each for each in ours if each[0] == "serve" and len(each) == 2]
    ours = [[*each, "x"] if each in alone and each[1] not in SWITCHES else each for each in ours]
    assert len(ours) > 5
    for arguments in ours:
        understood(arguments)


def test_every_file_that_the_page_links_to_exists() -> None:
    linked = re.findall(r"\]\(([^)#]+)", PAGE)
    assert {f"../deploy/{name}" for name in ("compose.yaml", "nginx.conf")} <= {*linked}
    assert not [each for each in linked if not (ROOT / "docs" / each).exists()]


def test_every_count_that_the_page_names_is_kept() -> None:
    metrics = Metrics()
    metrics.watch_pools([])
    kept = metrics.written()[0].decode()
    named = {*re.findall(r"`(funicular_[a-z_]+)`", PAGE)}
    assert len(named) > 4
    assert not [name for name in named if f"# HELP {name.removesuffix('_total')}" not in kept]


def test_every_word_of_the_log_that_the_page_names_is_written() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    worth_a_look = PAGE.partition("\nThe words ")[2].partition(" in the log")[0]
    named = {*re.findall(r"`([a-z-]+)`", worth_a_look)}
    named |= {*re.findall(r"\(`([a-z]+-[a-z-]+)` in the log\)", PAGE)}
    assert len(named) > 8
    assert not [name for name in named if f'"{name}"' not in source]


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_keep_the_counts_inside(name: str) -> None:
    assert "/metrics" in FILES[name]
    assert "404" in FILES[name]


def test_nginx_lets_sockets_through_and_says_who_comes() -> None:
    for header in ("Upgrade", "Connection", "X-Forwarded-For", "X-Forwarded-Proto", "Host"):
        assert f"proxy_set_header {header} " in FILES["nginx.conf"]
