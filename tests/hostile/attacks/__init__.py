"""Every attack, by its name."""

from tests.hostile.attacks.attack import Attack
from tests.hostile.attacks.commands import COMMANDS
from tests.hostile.attacks.floods import FLOODS
from tests.hostile.attacks.requests import REQUESTS
from tests.hostile.attacks.slow import SLOW
from tests.hostile.attacks.work import WORK

ATTACKS: dict[str, Attack] = {
    attack.name: attack for attack in (*FLOODS, *SLOW, *REQUESTS, *COMMANDS, *WORK)
}
