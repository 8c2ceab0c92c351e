"""Runs a verb that takes over a terminal, ends it in one way, and checks what is left.

usage: play_at_a_terminal.py PROGRAM SOCKET play|map hang-up|terminate|interrupt|leave|suspend|resize
"""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

DEADLINE_SECONDS = 30  # A starved machine needs more than the usual tenth of a second.
ENDINGS = {
    "hang-up": (signal.SIGHUP, 129), "terminate": (signal.SIGTERM, 143),
    "interrupt": (signal.SIGINT, 130), "leave": (None, 0),
    "suspend": (None, 0), "resize": (None, 0)}
WORDS = {"play": ["play"], "map": ["ride", "map"]}
ENTERING, LEAVING = b"\x1b[?1049h", b"\x1b[?1049l"
# A shell with job control goes on when its job is stopped.
SHELL = 'set -m; "$0" "$@"; echo stopped; fg >/dev/null'


def read_until(descriptor, *wanted):
    """Reads until all of the texts have come, one behind the other."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    pattern = re.compile(b".*".join(re.escape(text) for text in wanted), re.DOTALL)
    seen = b""
    while not pattern.search(seen):
        ready, _, _ = select.select([descriptor], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            sys.exit(f"After {DEADLINE_SECONDS} s still no {wanted!r} in {seen!r}.")
        seen += os.read(descriptor, 65536)


def main(program, path, verb, way):
    # The test's thread blocks all signals, and a mask is inherited.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    outer, inner = os.openpty()
    before = termios.tcgetattr(inner)
    words = [program, *WORDS[verb], "--socket", path]
    if way == "suspend":
        words = ["bash", "-c", SHELL, *words]
    process = subprocess.Popen(
        words, stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    try:
        begin(verb, outer)
        if termios.tcgetattr(inner) == before:
            sys.exit("The keys are not taken over.")
        if way == "suspend":
            suspend(outer, inner, before)
        if way == "resize":
            resize(outer)
        end(process, outer, verb, way)
    finally:
        process.kill()
    if termios.tcgetattr(inner) != before:
        sys.exit("The terminal is not as it was.")
    if not os.get_blocking(inner):
        sys.exit("The terminal no longer blocks.")


def begin(verb, outer):
    if verb == "map":
        read_until(outer, ENTERING, b"? help")
    else:
        read_until(outer, b"guess> ")
        os.write(outer, b"12")
        read_until(outer, b"guess> 12")


def suspend(outer, inner, before):
    os.write(outer, b"\x1a")
    read_until(outer, LEAVING, b"stopped", ENTERING, b"? help")
    if termios.tcgetattr(inner) == before:
        sys.exit("The keys are not taken over again.")


def resize(outer):
    fcntl.ioctl(outer, termios.TIOCSWINSZ, struct.pack("HHHH", 9, 40, 0, 0))
    read_until(outer, b"\x1b[9;1H", b"? help")


def end(process, outer, verb, way):
    number, status = ENDINGS[way]
    if number is None:
        os.write(outer, b"q" if verb == "map" else b"\x15\x04")
    else:
        process.send_signal(number)
    if verb == "map":
        read_until(outer, LEAVING)
    ended = process.wait(DEADLINE_SECONDS)
    if ended != status:
        sys.exit(f"It ended with {ended}, not {status}.")


main(*sys.argv[1:])
