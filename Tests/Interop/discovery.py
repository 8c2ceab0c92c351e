"""DNS-SD (section 2) through Avahi: its programs to publish and to browse, its D-Bus interface to resolve."""

import asyncio
import base64
import re
import socket

import dbus

from identity import from_label, label

TYPE = "_paceline._tcp"


class Discovery:
    """Tells `appeared(peer, where)` and `vanished(peer, where)`, where `where` is what `resolve` takes."""

    def __init__(self, appeared, vanished):
        self._appeared, self._vanished = appeared, vanished
        self._programs = []

    async def publish(self, peer, port, name, instance, activities):
        begin = base64.b32encode(instance[:8]).decode().rstrip("=").lower()
        await self._start("avahi-publish", "-s", label(peer), TYPE, str(port), "v=1", f"id={label(peer)}",
                          f"n={name}", f"b={begin}", f"a={activities}")

    async def browse(self):
        program = await self._start("avahi-browse", "-p", TYPE)
        async for line in program.stdout:
            parts = line.decode().rstrip("\n").split(";")
            if len(parts) < 6 or parts[0] not in "+-":
                continue
            text = re.sub(r"\\(\d{3}|.)", lambda found: chr(int(found[1])) if found[1].isdigit() else found[1],
                          parts[3])
            peer = from_label(text)
            if peer is not None:
                where = (parts[1], parts[2], text)
                (self._appeared if parts[0] == "+" else self._vanished)(peer, where)

    async def _start(self, *command):
        program = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL)
        self._programs.append(program)
        return program

    async def stop(self):
        for program in self._programs:
            if program.returncode is None:
                program.terminate()
                await program.wait()


async def resolve(where):
    """The (address, port) pairs that an advert means now."""
    return await asyncio.to_thread(_resolve, where)


def _resolve(where):
    interface, protocol, name = where
    bus = dbus.SystemBus(private=True)
    try:
        server = dbus.Interface(bus.get_object("org.freedesktop.Avahi", "/"), "org.freedesktop.Avahi.Server")
        index = socket.if_nametoindex(interface)
        found = []
        for family in (0, 1):                       # A, AAAA
            try:
                answer = server.ResolveService(index, {"IPv4": 0, "IPv6": 1}[protocol], name, TYPE, "local",
                                               family, dbus.UInt32(0), timeout=6)
            except dbus.DBusException:
                continue
            address = str(answer[7])
            if address.startswith("fe80"):
                address += f"%{interface}"
            found.append((address, int(answer[8])))
        return found
    finally:
        bus.close()
