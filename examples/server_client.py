#!/usr/bin/env python3
"""Plays a seat of a game on a server of `tsuro serve`: always the first choice that keeps its piece
on the board.

Usage: server_client.py http://127.0.0.1:7879/game/ID#TOKEN     (needs: pip install websockets)
Without a game in the address it opens one of its own and plays against bots."""

import json
import sys
import urllib.request
from urllib.parse import urlsplit

from websockets.sync.client import connect

where = urlsplit(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7879/")
api = f"http://{where.netloc}/api/1/"


def post(path, body, token=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(api + path, json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))


game, token = where.path.removeprefix("/game/").strip("/"), where.fragment
if not game:
    seats = [{"kind": "here", "name": "Python"}] + [{"kind": "bot", "level": "easy"}] * 3
    opened = post("games", {"rules": "classic", "seats": seats})
    game, token = opened["id"], opened["seats"][0]["token"]

with connect(f"ws://{where.netloc}/api/1/games/{game}/live") as live:
    live.send(json.dumps({"tokens": [token]}))
    for message in map(json.loads, live):
        if message["type"] == "happened":
            print(*filter(None, (event["words"] for event in message["events"])), sep="\n")
        elif message["type"] == "ask":
            # Of a placement `to` is where the own piece would stand; other choices have none.
            good = [
                pick for pick, choice in enumerate(message["choices"]) if choice.get("to", True)
            ]
            body = {"seat": message["seat"], "number": message["number"], "pick": (good or [0])[0]}
            post(f"games/{game}/choose", body, token)
        elif message["type"] in ("result", "closed"):
            print(message.get("title") or message["why"])
            break
