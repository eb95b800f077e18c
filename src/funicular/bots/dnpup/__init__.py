"""The bots of dnpup: policies that count the turns each hand will take."""
