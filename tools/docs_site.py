"""The pages of the site that are made from the sources, and its navigation; a hook of MkDocs.

Pages under docs/ link to sources, as GitHub shows them: `../src/funicular/table/decide.py`. In the
site each source that is linked to becomes a page of its own, so that every link leads somewhere and
MkDocs can check it. The README is the first page, and every package has a page made from its
docstrings.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "funicular"

# A link or a picture with a relative address; what follows # is kept apart.
LINK = re.compile(r"\]\((?![a-z]+:|#|/)([^)#\s]+)(#[^)\s]*)?\)")
FENCES = {".py": "python", ".ts": "typescript", ".svelte": "html", ".hpp": "cpp", ".toml": "toml"}

# What comes first; pages that are not named here follow in the order of their names.
FIRST = ("architecture.md", "glossary.md", "arena.md", "client.md", "protocol.md", "deploy.md")
SECTIONS = {"Decisions": "decisions", "Results": "results"}


def on_config(config: Any) -> None:  # noqa: ANN401 - a configuration of MkDocs
    """Make the navigation from the files that there are."""
    pages = sorted(path.name for path in DOCS.glob("*.md"))
    ordered = [name for name in FIRST if name in pages]
    ordered += [name for name in pages if name not in FIRST]
    nav: list[Any] = [{"Funicular": "index.md"}, *ordered]
    nav += [{title: _section(folder)} for title, folder in SECTIONS.items()]
    nav.append({"API": ["api/index.md", *(f"api/{name}.md" for name in packages())]})
    config.nav = nav


def _section(folder: str) -> list[str]:
    names = sorted(path.name for path in (DOCS / folder).glob("*.md"))
    return [f"{folder}/{name}" for name in sorted(names, key=lambda name: name != "README.md")]


def on_files(files: Any, config: Any) -> Any:  # noqa: ANN401 - as above
    """Add the first page, the API, and a page for every source that a page links to."""
    added = {"index.md": (ROOT / "README.md").read_text(encoding="utf-8")}
    added |= dict(api_pages())
    waiting = [(path, path.read_text(encoding="utf-8")) for path in DOCS.rglob("*.md")]
    waiting.append((ROOT / "README.md", added["index.md"]))
    while waiting:
        here, text = waiting.pop()
        for target in _targets(text, here):
            uri = uri_of(target)
            if target.is_relative_to(DOCS) or uri in added:
                continue
            added[uri] = source_page(target)
            if target.suffix == ".md":
                waiting.append((target, target.read_text(encoding="utf-8")))
    for uri, content in added.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:  # noqa: ANN401 - as above
    """Let links to sources lead to their pages."""
    del config, files
    uri = page.file.src_uri
    here = written_at(uri)
    if here is None:
        return markdown

    def linked(found: re.Match[str]) -> str:
        target = (here.parent / found[1]).resolve()
        if not target.exists() or not target.is_relative_to(ROOT):
            return found[0]
        where = uri_of(target)
        # In the page of a source that is code there are no headings to lead to.
        anchor = found[2] or "" if target.suffix == ".md" else ""
        return f"]({os.path.relpath(where, PurePosixPath(uri).parent)}{anchor})"

    return LINK.sub(linked, markdown)


def written_at(uri: str) -> Path | None:
    """The Markdown file that a page comes from; None for one that is made here."""
    if uri == "index.md":
        return ROOT / "README.md"
    if uri.startswith("api/"):
        return None
    if uri.startswith("source/"):
        path = ROOT / uri.removeprefix("source/").removesuffix(".md")
        return path if path.suffix == ".md" else None
    return DOCS / uri


def uri_of(path: Path) -> str:
    """Where a file of the repository is in the site."""
    if path == ROOT / "README.md":
        return "index.md"
    if path.is_dir():
        page = path / "README.md"
        return uri_of(page) if page.exists() else f"source/{path.relative_to(ROOT).as_posix()}.md"
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    return f"source/{path.relative_to(ROOT).as_posix()}.md"


def _targets(text: str, here: Path) -> Iterator[Path]:
    for link, _ in LINK.findall(text):
        target = (here.parent / link).resolve()
        if target.exists() and target.is_relative_to(ROOT):
            yield target


def source_page(path: Path) -> str:
    """A source as a page: Markdown as it is, a folder as a list, anything else as code."""
    name = path.relative_to(ROOT).as_posix()
    if path.is_dir():
        inside = sorted(each.relative_to(path).as_posix() for each in path.rglob("*.*"))
        return f"# {name}\n\n" + "".join(f"- `{each}`\n" for each in inside)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    # Longer than any fence inside.
    return f"# {name}\n\n`````{FENCES.get(path.suffix, 'text')}\n{text}`````\n"


def packages() -> list[str]:
    """The packages of the library, by name."""
    return sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


def api_pages() -> Iterator[tuple[str, str]]:
    """A page for what `import funicular` gives, and one for each package."""
    about = (
        "What `import funicular` gives. Outside programs may rely on these names; the packages"
        " beside it are how it is made."
    )
    yield (
        "api/index.md",
        f"# API\n\n{about}\n\n::: funicular\n    options:\n      heading_level: 2\n",
    )
    for name in packages():
        modules = sorted((PACKAGE / name).rglob("*.py"))
        dotted = [_dotted(path) for path in modules if not path.name.startswith("__main__")]
        parts = "\n\n".join(
            f"## {module.removeprefix('funicular.')}\n\n::: {module}\n    options:\n"
            "      show_root_heading: false\n      show_root_toc_entry: false"
            for module in dotted
        )
        yield f"api/{name}.md", f"# funicular.{name}\n\n{parts}\n"


def _dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
