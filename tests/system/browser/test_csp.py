"""What the policy of the server's answers forbids does nothing in a page, and the browser tells us.

That our own pages do nothing of the kind is seen in `test_every_page.py`, page by page, and in
`test_accessibility_tree.py` and `test_matches.py`, over whole matches, without and with animations.
"""

from __future__ import annotations

from tests.system.browser.pages import PAGES
from tests.system.browser.people import DESK, People, Screen
from tests.system.browser.policy import attentive
from tests.system.browser.serving import Server


def test_the_browser_would_tell_of_a_script_or_style_in_the_page(
    people: People, server: Server
) -> None:
    """So that those tests can fail; and so that markup, wherever it came from, does nothing."""
    somebody = people.come(server, Screen("en", DESK))
    attentive(somebody)
    PAGES["home"](somebody)
    somebody.page.evaluate(
        """() => {
          document.body.insertAdjacentHTML("beforeend",
            '<p style="color: red"></p><img src="x" onerror="window.hit = true">');
          const script = document.createElement("script");
          script.textContent = "window.hit = true";
          document.body.append(script);
        }"""
    )
    somebody.page.wait_for_function("window.forbidden.length >= 3")
    assert somebody.page.evaluate("window.hit") is None
    # Each of them is an error on the console, which here is as it should be.
    somebody.errors.clear()
