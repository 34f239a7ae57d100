"""An application that knows nothing of passwords: the proxy in front of it tells who it is."""

import json
import os
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlencode

# The service and this app, as people reach them.
SERVICE = os.environ.get("LATCHKEY_PUBLIC_URL", "http://localhost:3000")
HOME = os.environ.get("APP_URL", "http://wiki.localhost:8002") + "/"

BACK = urlencode({"returnTo": HOME})
ACCOUNT = f'<a href="{SERVICE}/account?{BACK}">Account</a>'
SIGN_OUT = '<form method="post" action="/.latchkey/sign-out"><button>Sign out</button></form>'
# The proxy shows this page to all (--public /about), and any other to people who are signed in.
ABOUT = f'<h1>A wiki</h1><a href="/">Sign in</a> <a href="{SERVICE}/sign-up?{BACK}">Sign up</a>'


class App(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        who = {name: value for name, value in self.headers.items() if name.startswith("X-Latchkey-")}
        if self.path == "/whoami":
            self.answer("application/json", json.dumps(who))
        elif self.path == "/about":
            self.answer("text/html; charset=utf-8", f"<!doctype html><title>Wiki</title>{ABOUT}")
        else:
            name = escape(unquote(who["X-Latchkey-Name"]))
            self.answer("text/html; charset=utf-8", f"<!doctype html><title>Wiki</title><h1>Hello, {name}</h1>{ACCOUNT}{SIGN_OUT}")

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer("text/plain", "saved")

    def answer(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


# Only the proxy may reach it: whoever else could, would say for themselves who they are.
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), App).serve_forever()
