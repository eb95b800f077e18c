"""Measuring bots against each other, on the same cards from every seat.

What is played
    plan        contests, seatings, deals; the key of a unit
    player      who sits at the table; external/: programs of others
    unit        a deal in one seating, played out

Playing it
    work        what is still to be played, in batches
    workers     who plays it on this machine; cluster: on many, through Ray
    results_file   the file that keeps it
    results_table  the same in memory
    run         all of these together

What it shows
    per_deal    figures by deal
    interval    means, ratios and shares with their intervals; deals needed
    ratings     Plackett–Luce, for display
    findings    everything, as values
    report/     tables and plots, as Markdown and as a page
"""
