"""What the client asks for before anybody sits down, and how everything is sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from funicular.games.registry import GAMES, HOUSE_RULES, SEATS, make_game
from funicular.games.rules_pages import rules_page
from funicular.lang import catalogue, languages
from funicular.web import static
from funicular.web.lobby import LATER_WORDS, LEADING_THERE, part_of
from funicular.web.page import SOURCES, WITH_LATER_WORDS
from funicular.web.static import PAGES
from tests.web.live import Place

ROOT = Path(__file__).parents[2]
# What belongs to the pages whose words come later, but for what a table shows of it too.
LATER_FOLDERS = ("challenge", "profile", "puzzle", "replay", "review", "verify")
AT_TABLES = ("challenge/DuelButton.svelte", "verify/Commitment.svelte")


@pytest.mark.parametrize("lang", languages())
def test_every_game_is_offered_with_words_for_all_its_options(server: Place, lang: str) -> None:
    games = server.ask(f"/api/games?lang={lang}").json
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        name = game["name"]
        assert (game["least_seats"], game["most_seats"]) == (SEATS[name][0], SEATS[name][-1])
        assert [preset["name"] for preset in game["presets"]] == list(HOUSE_RULES[name])
        for option in game["options"]:
            assert option["label"]
            assert option["about"]
            assert (option["kind"] == "choice") == bool(option["choices"])


def test_what_a_form_shows_as_usual_is_what_the_sheet_says(server: Place) -> None:
    """Sending a form back as it was gives the game of the sheet, for any number of players."""
    for game in server.ask("/api/games").json:
        name = game["name"]
        usual = {
            option["name"]: option["default"]
            for option in game["options"]
            if option["default"] is not None
        }
        for seats in SEATS[name]:
            assert make_game(name, seats, usual) == make_game(name, seats, {})


def test_every_length_is_a_match_for_every_number_of_players(server: Place) -> None:
    """A match of each length can be opened, and the longer one has more to play."""
    for game in server.ask("/api/games").json:
        name, lengths = game["name"], game["lengths"]
        assert [each["name"] for each in lengths] == ["short", "medium", "long"]
        assert [each["minutes"] for each in lengths] == sorted(each["minutes"] for each in lengths)
        assert all(each["label"] for each in lengths)
        for seats in SEATS[name]:
            matches = [make_game(name, seats, each["options"]).match() for each in lengths]
            sizes = [
                sum(match.schedule) or match.ending.deals or match.ending.target or 0
                for match in matches
            ]
            assert sizes == sorted(sizes)
        server.open(name, options=lengths[0]["options"])


def test_a_form_with_a_target_and_the_usual_number_of_deals_means_the_target(
    server: Place,
) -> None:
    opened = server.open("auf-ab", options={"deals": 5, "target": 30})
    key = {"Authorization": f"Bearer {opened['token']}"}
    shown = server.ask(f"/api/tables/{opened['table']}", **key).json
    assert shown["table"]["sheet"]["target"] == 30
    assert shown["table"]["sheet"]["deals"] is None


@pytest.mark.parametrize("lang", languages())
def test_the_clients_words_come_by_language(server: Place, lang: str) -> None:
    words = server.ask(f"/api/words/{lang}").json
    ours = catalogue(lang).sentences
    assert words == {key: ours[key] for key in ours if key.startswith(("web.", "hint.", "number."))}


@pytest.mark.parametrize("lang", languages())
def test_the_clients_words_come_in_two_parts_if_asked_so(server: Place, lang: str) -> None:
    path = f"/api/words/{lang}"
    first, later = (server.ask(f"{path}?part={part}").json for part in ("first", "later"))
    whole = server.ask(path).json
    assert first | later == whole
    assert not first.keys() & later.keys()
    for leading in LEADING_THERE:
        assert [key for key in whole if key.startswith(leading)], leading
        assert not [key for key in later if key.startswith(leading)], leading
    for prefix in LATER_WORDS:
        assert [key for key in later if key.startswith(prefix)], prefix
    assert server.ask(f"{path}?part=none").json == whole


def test_what_is_said_on_every_visit_does_not_come_later() -> None:
    """Only the rarer pages, and what is theirs alone, may say what comes on the way there."""
    client = ROOT / "client" / "src"
    theirs = {client / "pages" / f"{SOURCES[page]}.svelte" for page in WITH_LATER_WORDS}
    theirs |= {client / folder for folder in LATER_FOLDERS}
    shared = {client / file for file in AT_TABLES}
    assert all(each.exists() for each in theirs | shared)
    said = {
        (str(file.relative_to(client)), key)
        for file in (*client.rglob("*.svelte"), *client.rglob("*.ts"))
        if file in shared or not theirs & {file, *file.parents}
        for key in re.findall(r"[\"`](web\.[\w.-]+)", file.read_text(encoding="utf-8"))
    }
    assert said
    assert [(file, key) for file, key in sorted(said) if part_of(key) == "later"] == []


def test_the_languages_are_named_in_themselves(server: Place) -> None:
    named = {each["code"]: each["name"] for each in server.ask("/api/languages").json}
    assert named == {code: catalogue(code).name for code in languages()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", languages())
def test_the_rules_have_their_numbers_as_anchors(server: Place, game: str, lang: str) -> None:
    rules = server.ask(f"/api/rules/{game}?lang={lang}").json
    assert re.search('<p id="[A-Z]1" class="rule">', rules["html"])
    assert rules["title"]
    assert "**" not in rules["html"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", languages())
def test_the_rules_name_options_as_the_form_does(server: Place, game: str, lang: str) -> None:
    rules = server.ask(f"/api/rules/{game}?lang={lang}").json["html"]
    form = next(each for each in server.ask(f"/api/games?lang={lang}").json if each["name"] == game)
    written = rules_page(game, lang)
    for each in (*form["options"], *form["presets"]):
        assert (f"<em>{each['label']}</em>" in rules) == (f"`{each['name']}`" in written), each
    choices = {choice for option in form["options"] for choice, _ in option["choices"]}
    names = {each["name"] for each in (*form["options"], *form["presets"])} | choices | {*GAMES}
    assert not names & set(re.findall("<code>(.+?)</code>", rules))
    # None stands there bare, where it can be told from a word.
    assert not [name for name in names - {"auf-ab"} if re.search("[-_]", name) and name in rules]


def test_whoever_has_the_words_already_is_told_only_that(server: Place) -> None:
    first = server.ask("/api/words/fr")
    again = server.ask("/api/words/fr", **{"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("accepted", ["fr", "fr-CH", "FR_ch", "oc, fr-CH;q=0.8, en;q=0.5"])
def test_the_browsers_language_is_understood(server: Place, accepted: str) -> None:
    title = server.ask("/api/rules/auf-ab", **{"Accept-Language": accepted}).json["html"]
    assert "manche" in title


def test_every_answer_carries_the_security_headers(server: Place) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/healthz", "/t/abc"):
        headers = server.ask(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


def test_the_client_shows_itself_at_its_own_addresses_and_nowhere_else(server: Place) -> None:
    """Elsewhere it is sent too, because it says so nicely; but programs are told by the status."""
    routed = (ROOT / "client" / "src" / "App.svelte").read_text(encoding="utf-8")
    pages = re.findall(r"^\s+(\w+): .*\(\) => .*import", routed, re.MULTILINE)
    assert tuple(pages) == PAGES
    for path in ("/", *(f"/{page}" for page in PAGES), "/t/abc", "/rules/auf-ab"):
        assert server.ask(path).status == 200, path
    for path in ("/nothing", "/t/abc/def", "/readyz/x", "/metrics", "/T/abc", "//t"):
        answer = server.ask(path)
        assert (answer.status, b"<script" in answer.body) == (404, True), path


def test_nothing_is_there_under_unknown_paths(server: Place) -> None:
    assert server.ask("/api/nothing").json["code"] == "unknown"
    assert server.ask("/api/rules/chess").status == 404
    for path in ("/assets/gone.js", "/../pyproject.toml", "/%2e%2e/app.py", "/..%2fapp.py"):
        answer = server.ask(path)
        assert answer.status == 404
        assert b"Starlette" not in answer.body


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client as a build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Funicular</title>", encoding="utf-8")
    (tmp_path / "assets" / "main-abc.js").write_text("plain", encoding="utf-8")
    (tmp_path / "assets" / "main-abc.js.br").write_bytes(b"packed" * 1000)
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("built")
def test_the_client_is_sent_for_its_own_pages_and_asked_for_each_time(server: Place) -> None:
    for path in ("/", "/t/abc", "/r/abc-1", "/rules/dnpup"):
        answer = server.ask(path)
        assert b"<title>" in answer.body
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
def test_files_with_a_hash_are_kept_for_ever_and_sent_packed(server: Place) -> None:
    plain = server.ask("/assets/main-abc.js")
    assert plain.body == b"plain"
    assert "immutable" in plain.headers["cache-control"]
    packed = server.ask("/assets/main-abc.js", **{"Accept-Encoding": "gzip, br"})
    assert packed.body == b"packed" * 1000
    assert packed.headers["content-encoding"] == "br"
    assert packed.headers["content-type"].startswith("text/javascript")


def test_without_a_built_client_the_server_says_so(
    server: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    answer = server.ask("/", **{"Accept-Language": "fr"})
    assert answer.status == 503
    assert "client" in answer.body.decode()
