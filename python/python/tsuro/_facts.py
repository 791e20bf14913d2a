"""Facts of a rule set as small whole numbers, so that a policy can tell rules apart."""

from __future__ import annotations

from typing import Any, Final

from tsuro._core import GameArrays, RuleSet

_AVOID = ("edge", "collision", "loop", "daikaiju")
_DRAWS = ("dragon", "statue", "refill", "draft")
_HAZARDS = (
    "daikaiju",
    "cannon",
    "taihou",
    "mystic-portal",
    "tsunami",
    "whirlpool",
    "wave",
    "uzushio",
)
_SCORES = (
    "last-standing",
    "longest-path",
    "most-crossings",
    "solo",
    "outlast",
    "last-team",
    "lanterns",
)

FACTS: Final = (
    "players",
    "columns",
    "rows",
    "squares",
    "marks",
    "portals",
    "wraps-columns",
    "wraps-rows",
    "hand",
    "deck",
    "open-hands",
    "tiles-a-turn",
    "shared-start",
    "random-first",
    *(f"avoid-{word}" for word in _AVOID),
    "never-shared-wake",
    "unless-safe",
    "truce",
    "for-team",
    "pass-through",
    *(f"draw-{word}" for word in _DRAWS),
    "draw-other",
    "returned-to-bottom",
    "exchange",
    *(f"hazard-{word}" for word in _HAZARDS),
    "hazard-other",
    *(f"score-{word}" for word in _SCORES),
    "score-other",
    "lives",
    "active-first",
    "other-rules",
)
"""The names of the facts, in their order."""


def _rules(part: Any) -> list[str]:
    """The names of the rules in a part of a rule set, which has one or several."""
    parts = part if isinstance(part, list) else [part] if part else []
    return [str(one["rule"]) for one in parts if "rule" in one]


def _words(name: str, known: tuple[str, ...], given: list[str]) -> dict[str, int]:
    """A fact for each word, and one for all others."""
    facts = {f"{name}-{word}": int(word in given) for word in known}
    facts[f"{name}-other"] = sum(word not in (*known, "none") for word in given)
    return facts


def rule_facts(rules: str | RuleSet, players: int) -> dict[str, int]:
    """The facts of a rule set at a table: a number from 0 to 255 for each of `FACTS`.

    `draw-…` and `exchange` are of rules in force at a table of this size. `…-other` counts rules
    that have no fact of their own, such as those of scripts; what they do, no fact tells.
    """
    rules = RuleSet.load(rules) if isinstance(rules, str) else rules
    keys = rules.to_dict()
    board, tiles, draw = keys["board"], keys["tiles"], keys.get("draw", {})
    placement, bonus, end = keys["placement"], keys.get("bonus", {}), keys["end"]
    groups = GameArrays(rules, players, True, False, False).describe()["actions"]["groups"]
    avoid = placement.get("avoid", [])
    draws = _rules(draw) if players >= draw.get("min-players", 0) else ["none"]
    facts = {
        "players": players,
        "columns": board["columns"],
        "rows": board["rows"],
        "squares": board["columns"] * board["rows"] - len(board["missing"]),
        "marks": next(group["count"] for group in groups if group["name"] == "mark"),
        "portals": len(board["portals"]),
        "wraps-columns": int(board["wrap"] in ("columns", "both")),
        "wraps-rows": int(board["wrap"] in ("rows", "both")),
        "hand": tiles["hand"],
        "deck": sum(tiles["copies"]),
        "open-hands": int(tiles["open"]),
        "tiles-a-turn": keys["turn"]["tiles"],
        "shared-start": int(keys["start"]["share-square"]),
        "random-first": int(keys["players"]["first"] == "random"),
        **{f"avoid-{word}": int(word in avoid) for word in _AVOID},
        "never-shared-wake": int("shared-wake" in placement.get("never", [])),
        "unless-safe": int(placement.get("unless") == "no-safe-move"),
        "truce": placement.get("rounds", 0) if placement["rule"] == "truce" else 0,
        "for-team": int(placement.get("for") == "team"),
        "pass-through": int(keys["movement"]["meeting"] == "pass"),
        **_words("draw", _DRAWS, draws),
        "returned-to-bottom": int(draw.get("returned") == "bottom"),
        "exchange": int(bool(bonus.get("exchange")) and players >= bonus.get("min-players", 0)),
        **_words("hazard", _HAZARDS, _rules(keys.get("hazard"))),
        **_words("score", _SCORES, _rules(keys.get("score"))),
        "lives": end["lives"],
        "active-first": int(end["tie-break"] == "active-first"),
        "other-rules": sum(name != "no-rule" for name in _rules(keys.get("rule"))),
    }
    return {name: min(255, int(facts[name])) for name in FACTS}
