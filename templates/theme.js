// What must be known before the page is painted: the colors and the language that the reader chose.
// Then the marks of where the reader is. Without this script the system decides the colors.
const root = document.documentElement;
const strings = JSON.parse(root.dataset.strings ?? "{}");

// What a reader chose on another page, unless the browser remembers nothing, as in private mode.
const recall = (name) => { try { return localStorage.getItem(name); } catch {} };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch {} };

// Children are elements and texts, never HTML.
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const readJSON = async (address) => (await fetch(address)).json();

const readPage = async (address) =>
  new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");

// The element that an address leads to.
const targetOf = ({ hash }, page = document) => {
  try { return page.getElementById(decodeURIComponent(hash.slice(1))); } catch {}
};

{
  const key = "docgen-theme";
  const states = ["automatic", "light", "dark"];
  const { dataset, classList } = root;
  let state;
  let button;

  const set = (name) => {
    dataset.theme = state = name ?? "automatic";
    if (button) button.ariaLabel = button.dataset[state];
  };

  dataset.script = "";
  set(recall(key));

  // A link may name the language; else it's the reader's choice, else Swift.
  const language = new URLSearchParams(location.search).get("lang")?.toLowerCase()
    ?? recall("docgen-language") ?? "swift";
  dataset.language = language;

  // Scrolls a box to an entry, but not the page.
  const center = (box, link) => {
    if (link) box.scrollTop = link.offsetTop - box.clientHeight / 2;
  };

  // Marks the last heading above the upper third of the window in the contents.
  const follow = (contents) => {
    const links = [...contents.querySelectorAll("li a")];
    const headings = links.map((link) => targetOf(link));
    const mark = () => {
      const link = links[headings.findLastIndex(
        (heading) => heading?.getBoundingClientRect().top < innerHeight / 3)];
      if (link?.ariaCurrent) return;
      links.forEach((other) => { other.ariaCurrent = other === link || null; });
      center(contents, link);
    };
    addEventListener("scroll", mark);
    requestAnimationFrame(mark);
  };

  // Fetches the entries of a section from the list of all pages. If that fails, its link stays.
  const fill = async ({ target }) => {
    const link = target.open && target.querySelector("[data-branch]");
    if (!link) return;
    const list = targetOf(link, await readPage(link.href)).querySelector("ul");
    for (const entry of list.querySelectorAll("a")) {
      entry.href = new URL(entry.getAttribute("href"), link.href);
    }
    link.parentElement.replaceWith(...list.children);
  };

  addEventListener("DOMContentLoaded", () => {
    classList.remove("page-waits");
    const navigation = document.getElementById("docgen-navigation");
    const contents = document.querySelector(".contents-beside");
    button = document.querySelector(".theme-switch");
    set(state);
    button?.addEventListener("click", () => {
      set(states[(states.indexOf(state) + 1) % 3]);
      remember(key, state);
    });
    // The entry of this page, in a navigation that is longer than the screen.
    const showCurrent = () => center(navigation, navigation?.querySelector("[aria-current]"));
    showCurrent();
    navigation?.addEventListener("toggle", showCurrent);
    navigation?.addEventListener("toggle", fill, true);
    if (contents) follow(contents);
  });
  // Each group of tabs shows that language, or its first, until `code.js` has made buttons. Java code
  // stands in for Android's where a group has none of its own. Last, because browsers from before 2023
  // fail here.
  const waiting = new CSSStyleSheet();
  let group = ".page-waits .tabs:not(.tabs-ready)";
  let rules = "";
  for (const key of language === "android" ? ["android", "java"] : [language]) {
    const name = CSS.escape(key);
    rules += `${group}[data-keys~="${name}"] > .tab:not([data-key="${name}"]),`;
    group += `:not([data-keys~="${name}"])`;
  }
  waiting.replaceSync(`@media screen { ${rules}${group} > .tab ~ .tab { display: none } }`);
  document.adoptedStyleSheets = [waiting];
  classList.add("page-waits");
}
