"""Which form of a sentence a number takes, by the plural rules of CLDR.

CLDR names at most six categories for any language: zero, one, two, few, many, other. A language
says in its `core.toml` which numbers belong to which, in CLDR's own words, so that its rules can be
copied from there (`unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html`):

    [language.plural]                                   # Polish
    one = "i = 1 and v = 0"
    few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
    many = "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9"

Every number that no rule takes is `other`. In the browser `Intl.PluralRules` knows the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
OTHER = "other"

# `i % 10 = 2..4,7`: an operand, perhaps a modulus, and the values and ranges that it may have.
RANGE = r"\d+(?:\.\.\d+)?"
RELATION = re.compile(rf"([nivwftce])(?: ?% ?(\d+))? ?(!?=) ?({RANGE}(?: ?, ?{RANGE})*)")

# An operand's letter, and the number's value for it.
Operands = dict[str, Decimal]


@dataclass(frozen=True)
class _Relation:
    operand: str
    modulus: int | None
    negated: bool
    ranges: tuple[tuple[int, int], ...]

    def holds(self, operands: Operands) -> bool:
        value = operands[self.operand]
        if self.modulus is not None:
            value %= self.modulus
        # A range is of whole numbers: 2.5 is not in 2..4.
        whole = value == value.to_integral_value()
        found = whole and any(low <= value <= high for low, high in self.ranges)
        return found != self.negated


# Holds if all relations of one of its parts hold.
_Rule = tuple[tuple[_Relation, ...], ...]


@dataclass(frozen=True)
class PluralRules:
    """The rules of a language, by category and in order."""

    rules: tuple[tuple[str, _Rule], ...]

    def category(self, number: object) -> str:
        """The category of this number; `other` for what is no number."""
        if isinstance(number, bool) or not isinstance(number, int | float):
            return OTHER
        operands = operands_of(number)
        for category, rule in self.rules:
            if any(all(each.holds(operands) for each in part) for part in rule):
                return category
        return OTHER


def plural_rules(written: Mapping[str, str]) -> PluralRules:
    """The rules of a language, as its `core.toml` has them; `ValueError` if they are none."""
    for category in written:
        if category not in CATEGORIES or category == OTHER:
            message = f"“{category}” is no category of CLDR with a rule: {', '.join(CATEGORIES)}"
            raise ValueError(message)
    return PluralRules(tuple((category, _rule(text)) for category, text in written.items()))


def operands_of(number: float) -> Operands:
    """What rules look at: the number, its whole part, and its visible decimals in four ways."""
    text = format(abs(Decimal(str(number))), "f")
    whole, _, decimals = text.partition(".")
    # As a browser does with numbers: 2.0 is shown, and counted, as 2.
    decimals = decimals.rstrip("0")
    visible = Decimal(decimals or 0)
    zero = Decimal(0)
    return {
        "n": abs(Decimal(str(number))),
        "i": Decimal(whole),
        "v": Decimal(len(decimals)),
        "w": Decimal(len(decimals)),
        "f": visible,
        "t": visible,
        # Exponents of compact numbers, such as 1.2M, which we do not write.
        "c": zero,
        "e": zero,
    }


def _rule(text: str) -> _Rule:
    return tuple(
        tuple(_relation(relation) for relation in part.split(" and "))
        for part in " ".join(text.split()).split(" or ")
    )


def _relation(text: str) -> _Relation:
    found = RELATION.fullmatch(text)
    if found is None:
        message = f"“{text}” is no relation of a plural rule, such as “i % 10 = 2..4”"
        raise ValueError(message)
    operand, modulus, sign, ranges = found.groups()
    return _Relation(
        operand=operand,
        modulus=None if modulus is None else int(modulus),
        negated=sign == "!=",
        ranges=tuple(_range(each.strip()) for each in ranges.split(",")),
    )


def _range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("..")
    return int(low), int(high or low)
