"""Test suites: the suites of the package, and one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import tsuro

SUITE = """schema = 1
title = "Friday"

[[scenario]]
title = "There are 48 start marks"
rules = "classic"
seats = 2
expect.mark-count = 48
"""


def test_the_suites_of_the_package_pass() -> None:
    report = tsuro.run_suites()
    assert (
        report.passed
        and report.failures == ()
        and len(report.results) > 900
        and report.skipped == ()
    )
    assert str(report) == f"{len(report.results)} passed, 0 failed, 0 skipped"
    one = report.results[0]
    assert one.passed and one.suite.startswith("shipped/") and one.title and one.rules


def test_a_rule_set_is_held_to_the_scenarios_of_its_parents() -> None:
    report = tsuro.run_suites("classic")
    assert (
        report.passed
        and report.skipped
        and {result.rules.partition("+")[0] for result in report.results} == {"classic"}
    )
    rules = tsuro.RuleSet.from_text(
        'schema = 1\nextends = "classic"\n[tiles]\nhand = 2\n', "two-tiles"
    )
    report = tsuro.run_suites(rules)
    assert not report.passed and report.failures
    failure = report.failures[0].failures[0]
    assert (
        failure.line > 1 and failure.file.startswith("shipped/") and failure.message in str(failure)
    )


def test_an_own_suite_is_played_and_its_failures_have_a_place() -> None:
    report = tsuro.run_suites(suite_text=SUITE)
    assert report.passed and [result.title for result in report.results] == [
        "There are 48 start marks"
    ]
    report = tsuro.run_suites(suite_text=SUITE.replace("= 48", "= 47"), name="friday.toml")
    (result,) = report.failures
    (failure,) = result.failures
    assert (failure.file, failure.line, failure.code) == ("friday.toml", 8, "not-met")
    assert failure.expected == ("47",) and failure.found == ("48",)
    assert tsuro.run_suites("classic+hand=2", SUITE).passed
    assert tsuro.run_suites("seas", SUITE).skipped == (
        "suite.toml: There are 48 start marks: it is about classic",
    )
    assert not tsuro.run_suites("seas", SUITE).passed


def test_a_file_is_held_to_a_suite(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('schema = 1\nextends = "classic"\n[tiles]\nhand = 2\n', encoding="utf-8")
    assert tsuro.run_suites(tsuro.RuleSet.from_file(file), SUITE).passed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "schema = 9",
        "[[scenario]]",
        '[[scenario]]\ntitle = "x"\n',
        "scenario = 3",
        "x" * 10_000,
    ],
)
def test_what_is_no_suite_is_refused(text: str) -> None:
    with pytest.raises(tsuro.SuiteError) as raised:
        tsuro.run_suites(suite_text=text)
    assert raised.value.problems and raised.value.problems[0].file == "suite.toml"


def test_the_bad_suites_of_the_corpus_are_refused_or_fail(corpus: Path) -> None:
    files = sorted((corpus / "bad-suites").rglob("*.toml"))
    assert files
    for file in files:
        try:
            assert not tsuro.run_suites(suite_text=file.read_text(encoding="utf-8")).passed
        except tsuro.SuiteError as error:
            assert error.problems


def test_the_rules_have_to_be_known() -> None:
    with pytest.raises(tsuro.RuleSetError):
        tsuro.run_suites("sees")
    rules = tsuro.Game.from_record(tsuro.Game("classic", 2).record()).rules
    with pytest.raises(tsuro.ArgumentError, match="rules of a record"):
        tsuro.run_suites(rules)
