"""Measuring bots against each other, on the same cards from every seat.

What is played
    plan        contests, seatings, deals; the key of a unit
    player      who sits at the table; outside/: programs of others
    unit        a deal in one seating, played out

Playing it
    work        what is still to be played, in batches
    crew        who plays it on this machine; cluster: on many, through Ray
    results     the file that keeps it
    book        what came of it, in memory
    run         all of these together

What it shows
    columns     figures by deal
    interval    means, ratios and shares with their intervals; deals needed
    ratings     Plackett–Luce, for display
    findings    everything, as values
    report/     tables and plots, as Markdown and as a page
"""
