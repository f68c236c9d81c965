// What must be known before the page is painted: the colors and the language that the reader chose.
// Then the marks of where the reader is. Without this script the system decides the colors.
(() => {
  "use strict";
  const key = "docgen-theme";
  const states = ["automatic", "light", "dark"];
  const { dataset, classList } = document.documentElement;
  let state;
  let button;

  const set = (name) => {
    state = states.includes(name) ? name : "automatic";
    if (state === "automatic") delete dataset.theme;
    else dataset.theme = state;
    if (button) button.ariaLabel = button.dataset[state];
  };

  dataset.script = "";
  try { set(localStorage.getItem(key)); } catch { set(); }
  addEventListener("storage", (event) => { if (event.key === key) set(event.newValue); });

  // A link may name the language; else it's the reader's choice, else Swift.
  let language = new URLSearchParams(location.search).get("lang")?.toLowerCase();
  try { language ??= localStorage.getItem("docgen-language"); } catch { /* private mode */ }
  dataset.language = language ??= "swift";

  // The entry of this page, in a navigation that is longer than the screen.
  const showCurrent = (navigation) => {
    const entry = navigation.querySelector("[aria-current]");
    if (!entry) return;
    const place = entry.getBoundingClientRect().top - navigation.getBoundingClientRect().top;
    const height = navigation.clientHeight;
    if (place > height - 80) navigation.scrollTop += place - height / 2;
  };

  // Marks the last heading above the upper third of the window in the contents.
  const follow = (contents) => {
    const links = [...contents.querySelectorAll("li a")];
    const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const mark = () => {
      const current = headings.findLastIndex(
        (heading) => heading?.getBoundingClientRect().top < innerHeight / 3);
      const link = links[current];
      if (link?.ariaCurrent) return;
      links.forEach((other) => { other.ariaCurrent = other === link ? "true" : null; });
      if (link && contents.scrollHeight > contents.clientHeight) {
        contents.scrollTop = link.offsetTop - contents.clientHeight / 2;
      }
    };
    addEventListener("scroll", mark, { passive: true });
    requestAnimationFrame(mark);
  };

  // Fetches the entries of a section from the list of all pages. If that fails, its link stays.
  const fill = async ({ target }) => {
    const link = target.open && target.querySelector("[data-branch]");
    if (!link) return;
    const text = await (await fetch(link.href)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const list = page.getElementById(decodeURIComponent(link.hash.slice(1))).querySelector("ul");
    for (const note of list.querySelectorAll("p:not(.navigation-group)")) note.remove();
    for (const entry of list.querySelectorAll("a")) {
      entry.href = new URL(entry.getAttribute("href"), link.href);
    }
    link.parentElement.replaceWith(...list.children);
  };

  document.addEventListener("DOMContentLoaded", () => {
    classList.remove("tabs-wait");
    const navigation = document.getElementById("docgen-navigation");
    const contents = document.querySelector(".contents-beside");
    button = document.querySelector(".theme-switch");
    set(state);
    button?.addEventListener("click", () => {
      set(states[(states.indexOf(state) + 1) % 3]);
      try { localStorage.setItem(key, state); } catch { /* private mode */ }
    });
    if (navigation) {
      showCurrent(navigation);
      navigation.addEventListener("toggle", () => showCurrent(navigation));
      navigation.addEventListener("toggle", fill, true);
    }
    if (contents) follow(contents);
  });
  addEventListener("beforeprint", () => {
    for (const element of document.querySelectorAll("main details:not(.contents)")) element.open = true;
  });

  // Each group shows that language, or its first, until `tabs.js` has made buttons. Java code stands in
  // for Android's where a group has none of its own. Last, because browsers from before 2023 fail here.
  const waiting = new CSSStyleSheet();
  let group = ".tabs-wait .tabs:not(.tabs-ready)";
  let rules = "";
  for (const key of language === "android" ? ["android", "java"] : [language]) {
    const panel = `[data-key="${CSS.escape(key)}"]`;
    rules += `${group}:has(> ${panel}) > .tab:not(${panel}),`;
    group += `:not(:has(> ${panel}))`;
  }
  waiting.replaceSync(`@media screen { ${rules}${group} > .tab ~ .tab { display: none } }`);
  document.adoptedStyleSheets = [waiting];
  classList.add("tabs-wait");
})();
