"""The bots of Ascenseur: policies that bid and play by the odds, and one-card rounds solved."""
