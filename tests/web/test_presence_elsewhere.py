"""What other servers say again and again is news once."""

from funicular.core.wire import to_json
from funicular.live.presence_tracker import PresenceTracker


def test_what_was_said_already_is_known() -> None:
    presence = PresenceTracker(20.0)
    told = (to_json({"ada": 1}), to_json({"": 2}))
    assert presence.knows(())
    assert not presence.knows(told)
    presence.are_elsewhere(told)
    assert presence.knows(list(told))
    assert not presence.knows(told[:1])
    presence.are_elsewhere(())
    assert presence.knows(())
    assert not presence.anybody_elsewhere
