"""Another site, which webhooks tell: it hears, and answers when it is allowed to."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class Listener:
    """`heard` are the keys of the messages, in order; nobody is answered before `answers` is set."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.was_called, self.answers = threading.Event(), threading.Event()
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                listener.heard.append(self.headers["Tarot-Club-Delivery"])
                listener.was_called.set()
                listener.answers.wait(120)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_said: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"https://127.0.0.1:{self.server.server_port}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.answers.set()
        self.server.shutdown()
        self.server.server_close()
