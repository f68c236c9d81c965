"""Reports of a site with problems of all kinds, read by what other people read such reports with."""

import io
import json
import pathlib
import re
import unittest

import attr
import junitparser
import sarif_om
import sarif_pydantic
from lxml import etree

import published_schemas
from samples_site import Site

PAGE = """# Grüße 👋

[gone](gone.md) ![](picture.png) <placeholder>

```swift runnable id=promise title="100%, a: b"
print("a < b & \\u{1}")
print("]]>", "::error::no")
```
```output
something, else: 100%
```

```swift runnable
let 👋 = [Int]()
print("👋"); print(👋[1])
```

```swift runnable compile
print("not run, for its option is unknown")
```

```swift runnable
struct Error1: Error {}
func fail() throws { throw Error1() }
try fail()
```

```swift runnable timeout=1
while true {}
```

```swift compile-only
let unused: Int = "text"
```

```swift compile-only
func warned() { let never = 1 }
```

```sh runnable
printf 'not \\377 UTF-8\\n'
false
```
"""

GUIDE = (pathlib.Path(__file__).resolve().parents[2] / "content" / "writing" / "ci.md").read_text()

# The classes of sarif-om, which was made from the published schema, by the property that holds one.
CLASSES = {
    "runs": sarif_om.Run, "tool": sarif_om.Tool, "driver": sarif_om.ToolComponent,
    "rules": sarif_om.ReportingDescriptor, "invocations": sarif_om.Invocation,
    "toolExecutionNotifications": sarif_om.Notification, "results": sarif_om.Result,
    "message": sarif_om.Message, "locations": sarif_om.Location,
    "relatedLocations": sarif_om.Location, "physicalLocation": sarif_om.PhysicalLocation,
    "artifactLocation": sarif_om.ArtifactLocation, "region": sarif_om.Region,
}


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = Site(PAGE)
        cls.addClassCleanup(cls.site.remove)

    def report(self, form):
        status, output, errors = self.site.check("--format", form)
        self.assertEqual(status, 1, output)
        return errors

    def assertFits(self, value, kind, path):
        """Holds an object's properties against those that its class knows and demands."""
        fields = {field.metadata["schema_property_name"]: field for field in attr.fields(kind)}
        self.assertLessEqual(set(value), set(fields), f"{path} has a property of no schema")
        needed = {name for name, field in fields.items() if field.default is attr.NOTHING}
        self.assertLessEqual(needed, set(value), f"{path} lacks a property")
        for name, inner in value.items():
            if not isinstance(inner, (dict, list)):
                continue
            for index, item in enumerate(inner if isinstance(inner, list) else [inner]):
                self.assertIn(name, CLASSES, path)
                self.assertFits(item, CLASSES[name], f"{path}.{name}[{index}]")

    def test_sarif_is_valid_by_its_schema(self):
        log = json.loads(self.report("sarif"))
        self.assertEqual([error.message for error in published_schemas.sarif().iter_errors(log)], [])

    def test_sarif_without_problems_is_valid_too(self):
        site = Site("# Home\n\n```swift runnable\nprint(1)\n```\n")
        self.addCleanup(site.remove)
        for form, check in [("sarif", self.assertSARIF), ("junit", self.assertJUnit)]:
            status, _, text = site.check("--format", form)
            self.assertEqual(status, 0, text)
            check(text)

    def assertSARIF(self, text):
        published_schemas.sarif().validate(json.loads(text))

    def assertJUnit(self, text):
        published_schemas.junit().assertValid(etree.fromstring(text.encode()))

    def test_the_schemas_find_what_is_wrong(self):
        log = json.loads(self.report("sarif"))
        run = log["runs"][0]
        place = run["results"][0]["locations"][0]["physicalLocation"]
        place["region"]["startLine"] = 0
        place["artifactLocation"]["uri"] = "a b"
        run["columnKind"] = "bytes"
        del run["results"][1]["message"]["text"]
        run["results"][2]["title"] = "x"
        errors = published_schemas.sarif().iter_errors(log)
        self.assertEqual(len(list(errors)), 5)
        text = self.report("junit")
        for good, bad in [(' failures="', ' fails="'), ("<failure ", "<problem "), (' time="', ' time="x')]:
            self.assertIn(good, text)
            with self.assertRaises((etree.DocumentInvalid, etree.XMLSyntaxError)):
                self.assertJUnit(text.replace(good, bad, 1))

    def test_junit_is_valid_by_its_schema(self):
        self.assertJUnit(self.report("junit"))

    def test_sarif_has_the_properties_of_its_schema(self):
        log = json.loads(self.report("sarif"))
        self.assertFits(log, sarif_om.SarifLog, "log")
        results = log["runs"][0]["results"]
        rules = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
        self.assertEqual(rules, {result["ruleId"] for result in results})
        self.assertLessEqual(
            {"broken-link", "missing-image", "missing-alt-text", "unknown-element",
             "unknown-sample-option", "output-differs", "sample-crashed", "sample-threw",
             "sample-timed-out", "compile-error", "compile-warning", "sample-exited",
             "invalid-utf8"}, rules)

    def test_sarif_has_the_types_of_its_schema(self):
        text = self.report("sarif")
        run = sarif_pydantic.Sarif.model_validate_json(text).runs[0]
        self.assertTrue(run.invocations[0].execution_successful)
        self.assertEqual(len(run.results), len(json.loads(text)["runs"][0]["results"]))
        for result in run.results:
            self.assertIsInstance(result.level, sarif_pydantic.Level)
            region = result.locations[0].physical_location.region
            self.assertGreaterEqual((region.end_line, region.end_column),
                                    (region.start_line, region.start_column))
            self.assertGreater(region.start_column, 0)
        # Columns count as JavaScript does: the crash is behind two characters beyond 16 bits.
        crash = next(result for result in run.results if result.rule_id == "sample-crashed")
        region = crash.locations[0].physical_location.region
        line = PAGE.split("\n")[region.start_line - 1]
        before = line.encode("utf-16-le")[:2 * (region.start_column - 1)].decode("utf-16-le")
        self.assertEqual(before, 'print("👋"); print(👋')

    def test_junit_is_read(self):
        text = self.report("junit")
        suites = junitparser.JUnitXml.fromstring(text.encode())
        told = [(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped)
                for suite in suites]
        failed = {}
        for suite in suites:
            suite.update_statistics()
            for case in suite:
                for result in case.result:
                    self.assertIsInstance(result, (junitparser.Failure, junitparser.Skipped))
                    failed[case.name] = result.type
        self.assertEqual(told, [
            (suite.name, suite.tests, suite.failures, suite.errors, suite.skipped)
            for suite in suites])
        self.assertEqual(failed["promise"], "output-differs")
        self.assertEqual(failed["2"], "sample-crashed")
        self.assertEqual(failed["content/index.md"], "broken-link")

    def test_lines_of_json_are_objects(self):
        lines = [json.loads(line) for line in io.StringIO(self.report("json"))]
        self.assertEqual(lines[-1]["type"], "summary")
        for line in lines:
            self.assertFitsGuide(line)
        told = {line["message"] for line in lines if line["type"] == "diagnostic"}
        self.assertIn("the sample's standard output is not UTF-8", told)

    def assertFitsGuide(self, line):
        """Holds a line against the guide's table: every key, and the values it names."""
        row = re.search(rf"^\| `{line['type']}`.*?\| (.*) \|$", GUIDE, re.MULTILINE)
        self.assertIsNotNone(row, line)
        names = set(re.findall(r"`(\w+)`", row[1]))
        perhaps = set(re.findall(r"\[`(\w+)`\]", row[1]))
        inner = set()
        for key, value in line.items():
            for part in value if isinstance(value, list) else [value]:
                inner |= set(part) if isinstance(part, dict) else set()
        groups = re.findall(r"`\w+` \(([^)]*)\)", row[1])
        values = {word for group in groups for word in re.findall(r"\w+", group)}
        self.assertLessEqual(set(line) - {"type"} | inner, names, row[1])
        self.assertLessEqual(names - perhaps - values, set(line) | inner | {"message"}, row[1])
        for key in {"severity", "result", "origin"} & set(line):
            self.assertIn(line[key], values)

    def test_workflow_commands_are_one_line_each(self):
        lines = self.report("github").splitlines()
        # Of "Workflow commands for GitHub Actions": the commands, their parameters, and what a runner
        # escapes in them (`%`, line ends; in parameters `:` and `,` too).
        known = {"title", "file", "line", "endLine", "col", "endColumn"}
        for line in lines:
            match = re.fullmatch(r"::(error|warning|notice)(?: ([^:]+))?::(.*)", line)
            self.assertIsNotNone(match, line)
            self.assertIsNone(re.search(r"%(?!25|0A|0D|3A|2C)", line), line)
            values = dict(item.split("=", 1) for item in (match[2] or "").split(",") if item)
            self.assertLessEqual(set(values), known)
            # Columns are shown only on one line.
            self.assertFalse("col" in values and "endLine" in values, line)
            for name in known - {"title", "file"}:
                self.assertRegex(values.get(name, "1"), r"^[1-9][0-9]*$")
        # What a sample prints begins no command of its own.
        self.assertFalse([line for line in lines if line.startswith("::error::no")])
        self.assertTrue([line for line in lines if "100%25" in line])
