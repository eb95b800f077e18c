"""Every attack, by its name."""

from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.attacks.commands import COMMANDS
from tests.system.hostile.attacks.floods import FLOODS
from tests.system.hostile.attacks.requests import REQUESTS
from tests.system.hostile.attacks.slow import SLOW
from tests.system.hostile.attacks.starvation import STARVATION
from tests.system.hostile.attacks.work import WORK

ATTACKS: dict[str, Attack] = {
    attack.name: attack for attack in (*FLOODS, *SLOW, *REQUESTS, *COMMANDS, *WORK, *STARVATION)
}
