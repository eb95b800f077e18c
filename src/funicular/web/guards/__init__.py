"""What stands between the network and the application: addresses, headers, limits, bans.

Each connection, request and frame counts against the address that sends it, before anything is
done for it. `security` is what every request passes through; `guard` what every connection does.
"""
