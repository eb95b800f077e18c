"""Comparing sentences without minding which space stands before a French colon."""


def plain(text: str) -> str:
    """The text with every no-break space as an ordinary one."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")
