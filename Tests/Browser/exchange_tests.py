"""The HTTP exchange of a sample: a drawing and a transcript, there when a reader asks for them."""

import functools

from browser import DESKTOP, PHONE
from cases import BrowserTestCase

# The contrast of every text of a drawing with what lies under it, and of its lines and boxes with
# the page: what is less than it should be.
CONTRAST = """
  const parse = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    return parts.length < 4 ? parts.concat(1) : parts;
  };
  const over = (top, bottom, opacity) => {
    const alpha = top[3] * opacity;
    return [0, 1, 2].map((i) => top[i] * alpha + bottom[i] * (1 - alpha)).concat(1);
  };
  const luminance = (color) => {
    const [red, green, blue] = color.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const paper = parse(getComputedStyle(document.body).backgroundColor);
  const problems = [];
  let measured = 0;
  document.querySelectorAll("svg.sequence").forEach((drawing) => {
    if (!drawing.checkVisibility()) return;
    const areas = [...drawing.querySelectorAll("rect")].map((area) => {
      const style = getComputedStyle(area);
      return { box: area.getBoundingClientRect(), color: style.fill === "none" ? null
        : over(parse(style.fill), paper, +style.fillOpacity) };
    });
    drawing.querySelectorAll("text").forEach((text) => {
      const box = text.getBoundingClientRect();
      const x = (box.left + box.right) / 2;
      const y = (box.top + box.bottom) / 2;
      const under = areas.filter((area) => area.color && x > area.box.left && x < area.box.right
        && y > area.box.top && y < area.box.bottom).pop();
      const background = under ? under.color : paper;
      const style = getComputedStyle(text);
      const ratio = contrast(over(parse(style.fill), background, +style.fillOpacity), background);
      measured += 1;
      if (ratio < 4.5) problems.push(`“${text.textContent}” has ${ratio.toFixed(2)}:1`);
    });
    drawing.querySelectorAll("path").forEach((line) => {
      const style = getComputedStyle(line);
      if (style.stroke === "none") return;
      const ratio = contrast(over(parse(style.stroke), paper, +style.strokeOpacity), paper);
      measured += 1;
      if (ratio < 3) problems.push(`an arrow has ${ratio.toFixed(2)}:1`);
    });
  });
  return { measured, problems };"""


def on_every_exchange(*widths, schemes=("light",)):
    """Runs a test once for every page with an exchange, each width and each scheme of colours."""

    def decorate(test):
        @functools.wraps(test)
        def run(self):
            pages = [page for page in self.site.pages if 'class="exchange"'
                     in (self.site.folder / page).read_text(encoding="utf-8")]
            self.assertTrue(pages, "no page of the site has an exchange")
            for page in pages:
                for width in widths:
                    for scheme in schemes:
                        with self.subTest(page=page, width=width, scheme=scheme):
                            self.browser.emulate(width, scheme)
                            self.open(page)
                            test(self)

        return run

    return decorate


class Exchange(BrowserTestCase):
    """Without scripts, for it needs none."""

    def setUp(self):
        super().setUp()
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)

    def is_open(self, index):
        return self.browser.run("""
          const exchange = document.querySelectorAll(".exchange")[arguments[0]];
          return exchange.open && exchange.querySelector("svg").checkVisibility()
            && exchange.querySelector(".transcript").checkVisibility()""", index)

    def open_all(self):
        self.browser.run(
            "document.querySelectorAll('.exchange').forEach((each) => { each.open = true; })")

    @on_every_exchange(PHONE)
    def test_opens_and_closes_from_a_keyboard(self):
        for index in range(len(self.browser.elements(".exchange"))):
            self.assertFalse(self.is_open(index), "open before anybody asked")
            self.browser.run(
                "document.querySelectorAll('.exchange > summary')[arguments[0]].focus()", index)
            self.browser.enter()
            self.browser.wait(lambda: self.is_open(index), "Enter did not open it")
            # The drawing and every message can be reached, to scroll what is wide.
            self.browser.tab()
            self.assertTrue(self.browser.run(
                "return document.activeElement.matches('.exchange[open] > .drawing')"),
                "the next Tab is not on the drawing")
            self.browser.tab()
            self.assertTrue(self.browser.run(
                "return document.activeElement.matches('.exchange[open] .transcript pre')"),
                "the Tab after it is not on the transcript")
            self.browser.run(
                "document.querySelectorAll('.exchange > summary')[arguments[0]].focus()", index)
            self.browser.enter()
            self.browser.wait(lambda: not self.is_open(index), "Enter did not close it")

    @on_every_exchange(DESKTOP)
    def test_says_how_many_requests_there_are(self):
        told = self.browser.run("""
          return [...document.querySelectorAll(".exchange")].map((each) => [
            each.querySelector("summary").textContent,
            [...each.querySelectorAll(".transcript pre")].filter(
              (message) => !message.textContent.startsWith("HTTP/")).length])""")
        for summary, count in told:
            self.assertEqual(
                summary, f"HTTP exchange: {count} request{'' if count == 1 else 's'}")

    @on_every_exchange(PHONE, schemes=("light", "dark"))
    def test_is_readable_in_light_and_dark(self):
        self.open_all()
        result = self.browser.run(CONTRAST)
        self.assertGreater(result["measured"], 5, "hardly anything was measured")
        self.assertNoProblems(sorted(set(result["problems"])))

    @on_every_exchange(PHONE, 320)
    def test_never_makes_the_page_wider_than_a_phone(self):
        self.open_all()
        page, window, wide = self.browser.run("""
          return [document.documentElement.scrollWidth, document.documentElement.clientWidth,
            [...document.querySelectorAll(".drawing, .transcript pre")].filter(
              (box) => box.scrollWidth > box.clientWidth
                && getComputedStyle(box).overflowX !== "auto").length]""")
        self.assertLessEqual(page, window, "the page scrolls sideways")
        self.assertEqual(wide, 0, "parts are cut off and don't scroll")

    @on_every_exchange(DESKTOP)
    def test_has_a_text_for_whoever_does_not_see_it(self):
        self.open_all()
        drawings = self.browser.run("""
          return [...document.querySelectorAll(".exchange svg")].map((drawing) => ({
            role: drawing.getAttribute("role"),
            name: drawing.getAttribute("aria-labelledby").split(" ").map(
              (id) => document.getElementById(id).textContent).join(". "),
            labels: [...drawing.querySelectorAll(".sequence-label")].map(
              (label) => label.textContent) }))""")
        for drawing in drawings:
            self.assertEqual(drawing["role"], "img")
            self.assertTrue(drawing["labels"], "a drawing without a message")
            for label in drawing["labels"]:
                self.assertIn(label, drawing["name"])
        names = [name for role, name, _ in self.browser.accessibility_tree()
                 if role == "image" and name.startswith("The requests and responses between ")]
        self.assertEqual(len(names), len(drawings))
