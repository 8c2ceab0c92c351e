"""What one link has said on the state lane: the live keys, and those that are over (8.10, 8.11)."""

from cbor import Malformed

LIVE, REMEMBERED = 1024, 1024


class Keys:
    def __init__(self):
        self._live, self._removed = {}, {}

    def takes(self, activity, key, version):
        """Whether a state is newer than all that was said of its key."""
        where = activity, key
        if version <= max(self._live.get(where, -1), self._removed.get(where, -1)):
            return False
        if where not in self._live and len(self._live) == LIVE:
            raise Malformed("one live key too many")
        self._live[where] = version
        return True

    def removes(self, activity, key, version):
        """Whether a removal ends a key."""
        where = activity, key
        self._removed[where] = max(version, self._removed.pop(where, -1))
        if len(self._removed) > REMEMBERED:
            del self._removed[next(iter(self._removed))]
        if self._live.get(where, version + 1) > version:
            return False
        del self._live[where]
        return True
