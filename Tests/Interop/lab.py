"""What run.py drives: the hosts of a scripts/lan LAN, real daemons, and Python peers, all by their events."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LAN = os.path.join(ROOT, "scripts", "lan")
BIN = os.path.abspath(os.environ.get("PACELINE_BIN") or os.path.join(ROOT, ".build", "debug"))
DEADLINE = 30


def poll(holds, what, deadline=DEADLINE):
    """The first true value of `holds()`, for what nothing tells of when it changes."""
    end = time.monotonic() + deadline
    while not (value := holds()):
        if time.monotonic() >= end:
            raise AssertionError(f"{what} did not come")
        time.sleep(0.1)
    return value


class Turns:
    """Spaces what threads begin side by side.

    A daemon takes ten connections a second from one address and resets the others (section 4): who opens many
    begins eight in a second, however fast its machine is, and the first after what a test before it has spent.
    """

    def __init__(self, per_second=8):
        self._lock, self._gap, self._next = threading.Lock(), 1 / per_second, time.monotonic() + 1

    def take(self):
        with self._lock:
            now = time.monotonic()
            turn, self._next = max(now, self._next), max(now, self._next) + self._gap
        time.sleep(turn - now)


class Feed:
    """Events that a thread reads, one JSON object a line, and that tests wait for."""

    def __init__(self, name, stream):
        self.name, self.events, self.ended, self.since = name, [], False, 0
        self._stream, self._change = stream, threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for line in self._stream:
                with self._change:
                    self.events.append(json.loads(line))
                    self._change.notify_all()
        except (OSError, ValueError):
            pass
        with self._change:
            self.ended = True
            self._change.notify_all()

    def mark(self):
        return len(self.events)

    def until(self, holds, what, deadline=DEADLINE):
        """The first true value of `holds()`, which is asked again at each event."""
        end = time.monotonic() + deadline
        seen = -1
        while True:
            with self._change:
                while len(self.events) == seen and not self.ended and time.monotonic() < end:
                    self._change.wait(end - time.monotonic())
                seen = len(self.events)
            value = holds()
            if value:
                return value
            if time.monotonic() >= end or self.ended:
                recent = "".join(f"\n      {event}" for event in self.events[-12:])
                raise AssertionError(f"{self.name}: {what} did not come{recent}")

    def wait(self, since=None, deadline=DEADLINE, **facts):
        """The first event from number `since`, or else `self.since`, on that has these facts."""
        def found():
            return next((event for event in self.events[self.since if since is None else since:]
                         if all(event.get(key) == value for key, value in facts.items())), None)
        return self.until(found, facts, deadline)


class Peer(Feed):
    """peer.py on a host."""

    def __init__(self, lab, host, name, *options, state=None, wait=True):
        self._lab, self.host = lab, host
        self.state = state or lab.folder(f"peer-{name}")
        self._process = lab.spawn(host, "/usr/bin/python3", os.path.join(HERE, "peer.py"), "--state", self.state,
                                  "--name", name, *options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        super().__init__(f"peer {name}", self._process.stdout)
        lab.running.append(self)
        ready = self.wait(event="ready")
        self.id, self._pid = ready["id"], ready["pid"]

    def follows(self, host, since):
        """Waits until it shows a game of this host that goes on; what it waits for from then on is of this game."""
        facts = self.wait(since, event="game", kind="newGame", host=host.id, ended=False)
        self.since = self.events.index(facts, since)

    def do(self, what, **facts):
        """Give a command; the mark from which its consequences count."""
        mark = self.mark()
        self._process.stdin.write(json.dumps({"do": what, **facts}) + "\n")
        self._process.stdin.flush()
        return mark

    def ask(self):
        return self.wait(self.do("state"), event="state")

    def riders(self):
        return self.wait(self.do("riders"), event="riders")["owners"]

    def joined(self, *daemons):
        for daemon in daemons:
            self.wait(event="joined", peer=daemon.id)

    def stop(self):
        """Leave properly."""
        if self in self._lab.running:
            self._lab.running.remove(self)
            self._process.stdin.close()
            self._process.wait(DEADLINE)

    def kill(self):
        """End it as a crash would."""
        self._lab.running.remove(self)
        self._lab.on(self.host, "kill", "-KILL", str(self._pid))
        self._process.wait(DEADLINE)


class Daemon(Feed):
    """pacelined on a host, and its companion."""

    def __init__(self, lab, host, *options, state=None):
        self._lab, self.host = lab, host
        self.state = state or lab.folder(f"daemon-{host}")
        self.socket = os.path.join(lab.top, f"{host}{lab.count()}.sock")
        self._log = open(os.path.join(lab.top, f"{host}.log"), "a", encoding="utf-8")
        self._process = lab.spawn(host, os.path.join(BIN, "pacelined"), "--name", host, "--state", self.state,
                                  "--socket", self.socket, "--log-level", "debug", *options, stderr=self._log)
        lab.running.append(self)
        self._connection = self._connect()
        super().__init__(f"daemon {host}", self._connection.makefile("r", encoding="utf-8"))
        self._connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n')
        self.wait(id=1)
        status = self.paceline("status")
        self.id, self._pid = status["id"], status["pid"]

    def _connect(self):
        """Tries until the socket is there: easier than to wait for the log's line that names it."""
        end = time.monotonic() + DEADLINE
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(self.socket)
                return connection
            except OSError:
                connection.close()
                if time.monotonic() > end or self._process.poll() is not None:
                    raise
                time.sleep(0.02)

    def paceline(self, *words, ok=True):
        done = subprocess.run([os.path.join(BIN, "paceline"), "--socket", self.socket, *words, "--json"],
                              capture_output=True, text=True, timeout=DEADLINE, check=False)
        assert (done.returncode == 0) == ok, f"paceline {words} on {self.host}: {done.stdout}{done.stderr}"
        return json.loads(done.stdout) if ok else done.stderr

    def call(self, method, ok=True, **params):
        """What the daemon itself answers, the error of one that is not ok (None: either)."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(DEADLINE)
            connection.connect(self.socket)
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            connection.sendall(json.dumps(request).encode() + b"\n")
            with connection.makefile("r", encoding="utf-8") as lines:
                answer = json.loads(lines.readline())
        assert ok is None or ("result" in answer) == ok, answer
        return answer.get("result", answer.get("error"))

    def rider(self, identifier, holds=lambda each: True, **facts):
        """Waits until `paceline ride riders` lists a rider like this; positions are told by nothing else."""
        listed = []
        def found():
            listed[:] = [each for each in self.paceline("ride", "riders")["riders"] if each["id"] == identifier]
            return next((each for each in listed if holds(each)
                         and all(each.get(key) == value for key, value in facts.items())), None)
        try:
            return poll(found, f"{self.name}: {identifier} as {facts}")
        except AssertionError as error:
            raise AssertionError(f"{error}; listed is {listed}") from None

    def riders(self, peer):
        """The ids of the riders of a peer that are listed."""
        return [each["id"] for each in self.paceline("ride", "riders")["riders"] if each["owner"]["id"] == peer.id]

    def ride(self, since, kind, identifier):
        """Waits for a notification of the ride."""
        return self.until(lambda: next((params for params in self.heard(since, "ride")
                                        if params["kind"] == kind and params["rider"]["id"] == identifier), None),
                          f"{kind} of {identifier}")

    def sees(self, peer, **facts):
        """Waits until `paceline peers` lists a peer like this."""
        def listed():
            return next((each for each in self.paceline("peers")["peers"] if each["id"] == peer.id
                         and all(each.get(key) == value for key, value in facts.items())), None)
        return self.until(listed, f"{peer.name} as {facts} in {self.paceline('peers')}")

    def session(self, since, kind, peer):
        """Waits for a notification of the session."""
        return self.until(lambda: next((params for params in self.heard(since, "session")
                                        if params["kind"] == kind and params["peer"]["id"] == peer.id), None),
                          f"{kind} of {peer.name}")

    def heard(self, since, topic):
        return [event["params"] for event in self.events[since:]
                if event.get("method") == "event" and event["params"]["topic"] == topic]

    def history(self, holds, what):
        """Waits until `paceline game history` is one that `holds`."""
        def asked():
            events = self.paceline("game", "history")["events"]
            return events if holds(events) else None
        return self.until(asked, what)

    def follows(self, host, since):
        self.history(lambda events: events and events[-1]["kind"] == "newGame" and events[-1]["peer"]["id"] == host.id,
                     f"the game of {host.name}")

    def stop(self):
        if self in self._lab.running:
            self._lab.running.remove(self)
            self._lab.on(self.host, "kill", "-TERM", str(self._pid))
            self._process.wait(DEADLINE)
            self._connection.close()
            self._log.close()


class Lab:
    def __init__(self):
        self.top = tempfile.mkdtemp(prefix="iop.", dir="/tmp")
        self.running, self._count = [], 0

    def count(self):
        self._count += 1
        return self._count

    def folder(self, name):
        return os.path.join(self.top, f"{name}-{self.count()}")

    def spawn(self, host, *command, **how):
        return subprocess.Popen([LAN, "exec", host, "--", *command], **how)

    def on(self, host, *command):
        return subprocess.run([LAN, "exec", host, "--", *command], check=False, capture_output=True)

    def stop_all(self, but=()):
        for each in [each for each in reversed(self.running) if each not in but]:
            each.stop()

    def clear(self, keep):
        self.stop_all()
        if keep:
            print(f"logs: {self.top}")
        else:
            shutil.rmtree(self.top)
