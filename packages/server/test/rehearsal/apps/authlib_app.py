import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for

issuer = os.environ["ISSUER"]
app = Flask(__name__)
app.secret_key = "a secret of this application alone"
oauth = OAuth(app)
oauth.register(
    "latchkey",
    client_id="authlib",
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{issuer}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/login")
def login():
    return oauth.latchkey.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    session["user"] = dict(oauth.latchkey.authorize_access_token()["userinfo"])
    return redirect("/")


@app.get("/")
def home():
    user = session.get("user")
    if not user:
        return '<h1>Nobody</h1><a href="/login">Sign in</a>'
    return f"<h1>Hello, {user['name']}</h1><p>{user['email']}</p>"


app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
