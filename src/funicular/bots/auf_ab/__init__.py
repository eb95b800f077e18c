"""The bots of Auf & Ab: policies that plan a hand as melds for both directions."""
