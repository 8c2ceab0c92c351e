/// A hostile client of the control socket, in Python.
///
/// Its arguments are the name of a function and the socket's path.
let badInputControlScript = #"""
    import json, socket, sys, time
    path = sys.argv[2]

    def connect(timeout=10):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(timeout)
        client.connect(path)
        return client

    def answer(client):
        data = b""
        while not data.endswith(b"\n"):
            try: more = client.recv(65536)
            except socket.timeout: return "silence"
            except ConnectionError: return "reset"
            if not more: return "closed"
            data += more
        return data.decode()

    def outcome(text):
        """An error's code and whether its sentence is one, or what came instead."""
        try: value = json.loads(text)
        except ValueError: return text
        if "error" not in value: return "result"
        message = value["error"]["message"]
        sentence = message.endswith(".") and message.isprintable() and len(message) < 400
        return "%d%s" % (value["error"]["code"], "" if sentence else " without a sentence")

    def ask(text):
        client = connect()
        client.sendall(text if isinstance(text, bytes) else text.encode())
        return outcome(answer(client))

    def call(method, params=None, **more):
        value = {"jsonrpc": "2.0", "id": 1, "method": method}
        if params is not None: value["params"] = params
        value.update(more)
        return json.dumps(value) + "\n"

    SCENARIOS = {
        "not JSON": "hello\n",
        "http": "GET / HTTP/1.1\n",
        "half an object": '{"jsonrpc":\n',
        "NUL": b"\x00\n",
        "not UTF-8": b'{"a":"\xff"}\n',
        "70 KiB": "x" * 71680 + "\n",
        "70 KiB of blanks": " " * 71680 + "\n",
        "deep": "[" * 60000 + "\n",
        "deep objects": '{"a":' * 10000 + "\n",
        "a batch": "[" + call("status").strip() + "]\n",
        "a number": "5\n",
        "null": "null\n",
        "no version": '{"id":1,"method":"status"}\n',
        "version 1.0": call("status", jsonrpc="1.0"),
        "unknown method": call("explode"),
        "a number for a method": call(5),
        "no method": '{"jsonrpc":"2.0","id":1}\n',
        "an object for an id": call("status", id={}),
        "a fraction for an id": call("status", id=1.5),
        "an id beyond numbers": '{"jsonrpc":"2.0","id":1e999,"method":"status"}\n',
        "params in order": call("status", [1]),
        "unknown param": call("status", {"x": 1}),
        "missing param": call("name"),
        "a number for a name": call("name", {"name": 5}),
        "null for a name": call("name", {"name": None}),
        "name with escape": call("name", {"name": "\x1b[2J"}),
        "name of 64 bytes": call("name", {"name": "x" * 64}),
        "name of 60 KiB": call("name", {"name": "x" * 60000}),
        "lone surrogate": '{"jsonrpc":"2.0","id":1,"method":"name","params":{"name":"\\ud800"}}\n',
        "a word for a number": call("game.guess", {"number": "abc"}),
        "nobody": call("connect", {"peer": "nobody"}),
        "nobody with escape": call("connect", {"peer": "\x1b[2J"}),
        "nobody of 60 KiB": call("connect", {"peer": "z" * 60000}),
        "nobody at all": call("block", {"peer": ""}),
        "unknown answer": call("game.answer", {"answer": "maybe" * 9000}),
        "unknown topic": call("subscribe", {"topics": ["x" * 9000]}),
        "topics of numbers": call("subscribe", {"topics": [1]}),
        "rubbish for an identity": call("identity.import", {"pem": "rubbish"}),
        "a method twice": '{"jsonrpc":"2.0","id":1,"method":"status","method":"peers"}\n',
        "two in a line": call("version").strip() * 2 + "\n",
        "unknown member": call("status", foo=1),
        "empty lines": "\n\n\n" + call("version"),
        "CR LF": call("version").strip() + "\r\n",
    }

    def table():
        for name, text in SCENARIOS.items(): print("%s: %s" % (name, ask(text)))

    def crowd():
        """Half a line, then 64 clients, then one more."""
        half = connect(1)
        half.sendall(b'{"jsonrpc":"2.0","id":1')
        print("half a line:", outcome(answer(half)))
        many = [half] + [connect() for _ in range(63)]
        print("the others:", outcome(answer_to(many[-1], call("version"))))
        print("one more:", outcome(answer(connect())))
        half.sendall(b',"method":"version"}\n')
        half.settimeout(10)
        print("the other half:", outcome(answer(half)))
        many[5].close()
        for _ in range(100):
            said = ask(call("version"))
            if said == "result": break
        print("after one has left:", said)

    def answer_to(client, text):
        client.sendall(text.encode())
        return answer(client)

    def slow():
        """One who subscribes and doesn't read, one who asks and doesn't read, one who works."""
        deaf = connect()
        deaf.sendall(call("subscribe").encode())
        answer(deaf)
        greedy, asked = connect(2), 0
        try:
            for asked in range(1000000): greedy.sendall(call("status").encode())
        except socket.timeout: print("the greedy one is held back")
        worker, dropped = connect(), False
        deaf.setblocking(False)
        for number in range(int(sys.argv[3])):
            said = answer_to(worker, call("name", {"name": "n%d" % number, "force": True}))
            if outcome(said) != "result": print(said)
        print("the worker is served")

    globals()[sys.argv[1]]()
    """#
