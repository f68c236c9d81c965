"""The buttons of code blocks."""

from browser import DESKTOP, PHONE
from cases import BrowserTestCase

SYNTAX = "writing/syntax/index.html"
PROGRAM = "gallery/sign-in-with-code/index.html"
# A figure by the sample's id or by the text that its code holds.
FIGURE = """
  const figure = [...document.querySelectorAll("figure.code")].find((figure) =>
    figure.closest(".sample")?.id === arguments[0]
      || figure.querySelector(":scope > pre > code.language-" + arguments[0]));"""


class Code(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.browser.command(
            "Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"],
            origin=self.site.address.rstrip("/"))

    def copied(self, name):
        button = self.browser.run(FIGURE + """
          return [...figure.querySelectorAll(".code-buttons button")].at(-1);""", name)
        self.browser.run("arguments[0].focus()", button)
        self.browser.enter()
        self.browser.wait(lambda: button.text == "Copied", "the button doesn't say that it copied")
        return self.browser.run("return navigator.clipboard.readText()")

    def test_is_copied_without_removed_lines(self):
        self.open(SYNTAX)
        self.assertEqual(self.copied("sample-new-limit"), "let limit = 100\nprint(limit)\n")

    def test_is_copied_without_prompts_and_what_commands_print(self):
        self.open(SYNTAX)
        self.assertEqual(self.copied("console"), "swift --version\n")

    def test_is_copied_without_folded_lines(self):
        self.open(SYNTAX)
        name, shown, folded = self.browser.run("""
          const fold = document.querySelector(".sample .fold");
          const codes = [...fold.parentElement.querySelectorAll(":scope > pre > code")];
          return [fold.closest(".sample").id, codes.map((code) => code.textContent).join(""),
            fold.querySelector("code").textContent];""")
        self.assertEqual(self.copied(name), shown)
        self.assertNotIn(folded, shown)

    def test_is_copied_without_numbers(self):
        self.open(PROGRAM)
        name, text = self.browser.run("""
          const code = document.querySelector(".numbered code");
          return [code.closest(".sample").id, code.textContent];""")
        self.assertEqual(self.copied(name), text)
        self.assertTrue(text.startswith("//"), text[:20])

    def test_wraps_where_a_line_is_cut(self):
        self.browser.emulate(PHONE)
        self.open(PROGRAM)
        cut = "return document.querySelector('.numbered pre').scrollWidth > arguments[0]"
        self.assertTrue(self.browser.run(cut, PHONE))
        button = self.browser.element(".numbered .code-buttons button")
        for pressed in ("true", "false"):
            button.click()
            self.assertEqual(button.get_attribute("aria-pressed"), pressed)
            self.assertEqual(self.browser.run(cut, PHONE), pressed == "false")

    def test_has_buttons_beside_its_lines_without_a_mouse(self):
        self.browser.command("Emulation.setTouchEmulationEnabled", enabled=True)
        self.addCleanup(
            self.browser.command, "Emulation.setTouchEmulationEnabled", enabled=False)
        for width in (PHONE, 390):
            with self.subTest(width=width):
                self.browser.emulate(width)
                self.open(SYNTAX)
                covered = self.browser.run("""
                  return [...document.querySelectorAll(".code > .code-buttons")].filter((bar) => {
                    const part = (name) => bar.parentElement.querySelector(":scope > " + name);
                    const place = bar.getBoundingClientRect();
                    return place.top < part("pre").getBoundingClientRect().bottom
                      || place.bottom > part(".proof")?.getBoundingClientRect().top;
                  }).map((bar) => bar.parentElement.textContent.slice(0, 60))""")
                self.assertNoProblems(covered)
                self.assertTrue(self.browser.elements(".code > .code-buttons"), "no block")

    def test_has_buttons_for_the_keyboard(self):
        self.browser.emulate(DESKTOP)
        self.open(SYNTAX)
        # The last link before the code.
        self.browser.run("""
          const code = document.querySelector("figure.code");
          [...document.querySelectorAll("main a")].findLast(
            (link) => code.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_PRECEDING).focus();""")
        self.browser.tab()
        self.assertEqual(
            self.browser.run("""
              const { activeElement } = document;
              return [activeElement.closest(".code-buttons") !== null,
                getComputedStyle(activeElement.closest(".code-buttons")).opacity];"""),
            [True, "1"])

    def test_has_no_buttons_without_the_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        self.open(SYNTAX)
        self.assertEqual(self.browser.elements(".code-buttons"), [])
