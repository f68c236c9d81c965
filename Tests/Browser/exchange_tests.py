"""The HTTP exchange of a sample: a drawing, a list, and headers and bodies when a reader asks."""

from pathlib import Path

from browser import DESKTOP, PHONE
from cases import BrowserTestCase

AUDIT = (Path(__file__).parent / "page_audit.js").read_text(encoding="utf-8")

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


class Exchange(BrowserTestCase):
    """Without scripts, for it needs none; each page is loaded once."""

    def test_every_one(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        pages = [page for page in self.site.pages if 'class="exchange"'
                 in (self.site.folder / page).read_text(encoding="utf-8")]
        self.assertTrue(pages, "no page of the site has an exchange")
        for page in pages:
            with self.subTest(page=page):
                self.browser.emulate_still(DESKTOP)
                self.open(page)
                self.check_short_ones_are_open_and_long_ones_open_from_a_keyboard()
                self.check_has_a_text_instead()
                self.check_leads_to_headers_and_bodies()
            for width in (PHONE, 320):
                with self.subTest(page=page, width=width):
                    self.browser.emulate_still(width)
                    self.check_is_a_list_on_a_phone()
            # Last, because the drawings stay.
            self.browser.run("document.querySelectorAll('.exchange .drawing').forEach((each) => { "
                             "each.style.display = 'block'; })")
            for scheme in ("light", "dark"):
                with self.subTest(page=page, scheme=scheme):
                    self.browser.emulate_still(PHONE, scheme)
                    result = self.browser.run(CONTRAST)
                    self.assertGreater(result["measured"], 5, "hardly anything was measured")
                    self.assertNoProblems(sorted(set(result["problems"])))

    def check_short_ones_are_open_and_long_ones_open_from_a_keyboard(self):
        long = self.browser.run("""
          return [...document.querySelectorAll(".exchange")].map(
            (each) => [each.tagName, each.querySelectorAll(".arrows li").length])""")
        for tag, arrows in long:
            self.assertEqual(tag, "DETAILS" if arrows > 5 else "DIV", f"{arrows} arrows")
        for index in range(sum(tag == "DETAILS" for tag, _ in long)):
            is_open = self.browser.run("""
              const exchange = document.querySelectorAll("details.exchange")[arguments[0]];
              exchange.querySelector("summary").focus();
              return exchange.querySelector(".arrows").checkVisibility()""", index)
            self.assertFalse(is_open, "open before anybody asked")
            self.browser.enter()
        self.browser.wait(lambda: self.browser.run("""
          return [...document.querySelectorAll("details.exchange .arrows")].every(
            (list) => list.checkVisibility())"""), "Enter did not open it")

    def check_is_a_list_on_a_phone(self):
        page, window, drawings, lists = self.browser.run("""
          const visible = (name) => [...document.querySelectorAll(name)].filter(
            (part) => part.checkVisibility() && part.getBoundingClientRect().height > 2).length;
          return [document.documentElement.scrollWidth, document.documentElement.clientWidth,
            visible(".exchange .drawing"), visible(".exchange .arrows")]""")
        self.assertLessEqual(page, window, "the page scrolls sideways")
        self.assertEqual(drawings, 0, "drawings that are visible")
        self.assertGreater(lists, 0, "lists that are visible")

    def check_has_a_text_instead(self):
        exchanges = self.browser.run("""
          return [...document.querySelectorAll(".exchange:has(svg)")].map((each) => ({
            hidden: each.querySelector("svg").getAttribute("aria-hidden"),
            items: [...each.querySelectorAll(".arrows code")].map((item) => item.textContent),
            labels: [...each.querySelectorAll("svg .sequence-label")].map(
              (label) => label.textContent) }))""")
        self.assertTrue(exchanges)
        for exchange in exchanges:
            self.assertEqual(exchange["hidden"], "true")
            self.assertEqual(exchange["items"], exchange["labels"])

    def check_leads_to_headers_and_bodies(self):
        links = self.browser.run(
            "return [...document.querySelectorAll('.transcript-link')].map((link) => link.href)")
        self.assertTrue(links)
        for link in links:
            self.assertIn(link.removeprefix(self.site.address), self.site.transcripts)


class Transcripts(BrowserTestCase):
    """With the script, headers and bodies open below their link."""

    def longest(self):
        """The page with the longest transcript, and the number of the link to it."""
        page, number, size = None, 0, 0
        for name in self.site.pages:
            links = [link for link in self.site.markup[name].links if "transcripts/" in link]
            for index, link in enumerate(links):
                file = (self.site.folder / name).parent / link
                if file.stat().st_size > size:
                    page, number, size = name, index, file.stat().st_size
        return page, number

    def test_opens_filters_and_closes(self):
        page, number = self.longest()
        for width in (PHONE, DESKTOP):
            with self.subTest(page=page, width=width):
                self.browser.emulate(width)
                self.open(page)
                self.browser.run("""
                  const link = document.querySelectorAll(".transcript-link")[arguments[0]];
                  link.closest("details")?.setAttribute("open", "");
                  link.focus({ preventScroll: true })""", number)
                count = """return [...document.querySelectorAll(".exchange .transcript li")].filter(
                  (message) => message.checkVisibility()).length"""
                self.assertEqual(self.browser.run(count), 0)
                self.browser.enter()
                self.browser.wait(lambda: self.browser.run(count) > 5, "nothing was opened")
                everything = self.browser.run(count)
                field = self.browser.element(".transcript-filter input")
                field.send_keys("HTTP/1.1 2")
                self.browser.wait(lambda: 0 < self.browser.run(count) < everything,
                                  "the filter shows everything, or nothing")
                field.clear()
                field.send_keys(" ")
                self.browser.wait(lambda: self.browser.run(count) == everything, "not all again")
                self.browser.run("document.activeElement.closest('.exchange')"
                                 ".querySelector('.transcript-link').focus()")
                self.browser.enter()
                self.browser.wait(lambda: self.browser.run(count) == 0, "Enter did not close it")

    def test_pages_are_well_formed_and_lead_back(self):
        for transcript in self.site.transcripts[:: max(1, len(self.site.transcripts) // 12)]:
            with self.subTest(transcript=transcript):
                self.browser.emulate(PHONE)
                self.open(transcript)
                self.assertNoProblems(self.browser.run(AUDIT) + self.browser.console())
