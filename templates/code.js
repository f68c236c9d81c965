// Buttons of code blocks, and headers and bodies below the link to them. Without this script the
// link leads to their page.
(() => {
  "use strict";
  const strings = JSON.parse(document.documentElement.dataset.strings);

  // The code without prompts and what commands print, removed and folded lines.
  const textOf = (figure) => [...figure.querySelectorAll(":scope > pre > code")].map((code) => {
    const copy = code.cloneNode(true);
    const isSession = copy.querySelector(".prompt");
    for (const element of copy.querySelectorAll(isSession ? "del, samp" : "del")) {
      if (element.nextSibling?.data?.[0] === "\n") element.nextSibling.data = element.nextSibling.data.slice(1);
      element.remove();
    }
    return copy.textContent;
  }).join("");

  const copy = async (button, figure) => {
    const text = textOf(figure);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Only secure pages may use the clipboard.
      const area = document.createElement("textarea");
      area.value = text;
      figure.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = strings.copied;
    setTimeout(() => { button.textContent = strings.copy; }, 2000);
  };

  const addButton = (bar, text, onClick) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => onClick(button));
    bar.append(button);
    return button;
  };

  for (const figure of document.querySelectorAll("figure.code")) {
    const bar = document.createElement("div");
    bar.className = "code-buttons";
    const pres = [...figure.querySelectorAll("pre")];
    if (pres.some((pre) => pre.scrollWidth > pre.clientWidth)) {
      const wrap = addButton(bar, strings.wrap, () => {
        wrap.ariaPressed = String(figure.classList.toggle("wrapped"));
      });
      wrap.ariaPressed = "false";
    }
    addButton(bar, strings.copy, (button) => copy(button, figure)).ariaLive = "polite";
    (figure.querySelector("figcaption") ?? figure).append(bar);
  }

  const filterOf = (list) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "transcript-filter";
    input.type = "search";
    input.addEventListener("input", () => {
      const text = input.value.toLowerCase();
      for (const message of list.children) {
        message.hidden = !message.textContent.toLowerCase().includes(text);
      }
    });
    label.append(strings.filterMessages + " ", input);
    return label;
  };

  // Types of names come when a reader first touches a block with some.
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, ({ target }) => {
      const figure = target.closest("[data-types]");
      if (!figure) return;
      const { types } = figure.dataset;
      delete figure.dataset.types;
      import("./types.js").then((script) => script.default(figure, types)).catch(() => {});
    });
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.transcript-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const line = link.parentElement;
    const shown = line.nextElementSibling;
    if (shown) {
      shown.hidden = !shown.hidden;
      link.ariaExpanded = String(!shown.hidden);
      return;
    }
    try {
      const response = await fetch(link.href);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const list = page.querySelector(".transcript");
      if (!response.ok || !list || line.nextElementSibling) throw new Error(response.statusText);
      const box = document.createElement("div");
      if (list.children.length > 4) box.append(filterOf(list));
      box.append(list);
      line.after(box);
      link.ariaExpanded = "true";
    } catch {
      // A page that was opened from a disk can't fetch another.
      location.href = link.href;
    }
  });
})();
