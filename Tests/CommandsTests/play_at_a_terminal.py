"""Runs `paceline play` on a terminal, ends it in one way, and checks that the terminal is as before.

usage: play_at_a_terminal.py PROGRAM SOCKET hang-up|terminate|interrupt|leave
"""

import os
import select
import signal
import subprocess
import sys
import termios
import time

DEADLINE_SECONDS = 30  # A starved machine needs more than the usual tenth of a second.
ENDINGS = {
    "hang-up": (signal.SIGHUP, 129), "terminate": (signal.SIGTERM, 143),
    "interrupt": (signal.SIGINT, 130), "leave": (None, 0)}


def read_until(descriptor, wanted):
    deadline = time.monotonic() + DEADLINE_SECONDS
    seen = b""
    while wanted not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            sys.exit(f"After {DEADLINE_SECONDS} s still no {wanted!r} in {seen!r}.")
        seen += os.read(descriptor, 65536)


def main(program, path, way):
    # The test's thread blocks all signals, and a mask is inherited.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    outer, inner = os.openpty()
    before = termios.tcgetattr(inner)
    process = subprocess.Popen(
        [program, "play", "--socket", path], stdin=inner, stdout=inner, stderr=inner,
        start_new_session=True)
    try:
        play(process, outer, inner, before, way)
    finally:
        process.kill()


def play(process, outer, inner, before, way):
    read_until(outer, b"guess> ")
    if termios.tcgetattr(inner) == before:
        sys.exit("The keys are not taken over.")
    os.write(outer, b"12")
    read_until(outer, b"guess> 12")
    number, status = ENDINGS[way]
    if number is None:
        os.write(outer, b"\x15\x04")
    else:
        process.send_signal(number)
    ended = process.wait(DEADLINE_SECONDS)
    if ended != status:
        sys.exit(f"It ended with {ended}, not {status}.")
    if termios.tcgetattr(inner) != before:
        sys.exit("The terminal is not as it was.")
    if not os.get_blocking(inner):
        sys.exit("The terminal no longer blocks.")


main(*sys.argv[1:])
