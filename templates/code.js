// Buttons of code blocks, tabs, types of names, and headers and bodies below the link to them. Without
// this script all tabs are visible, and the link leads to another page.
{
  // The code without prompts and what commands print, removed and folded lines.
  const textOf = (figure) => [...figure.querySelectorAll(":scope > pre > code")].map((code) => {
    const copy = code.cloneNode(true);
    for (const element of copy.querySelectorAll("del, :scope:has(.prompt) samp")) {
      const next = element.nextSibling;
      if (next?.data?.[0] === "\n") next.data = next.data.slice(1);
      element.remove();
    }
    return copy.textContent;
  }).join("");

  const copy = async (button, figure) => {
    try {
      await navigator.clipboard.writeText(textOf(figure));
      button.textContent = strings.copied;
      setTimeout(() => { button.textContent = strings.copy; }, 2000);
    } catch {
      // Only secure pages may use the clipboard.
      getSelection().selectAllChildren(figure.querySelector("code"));
    }
  };

  const makeButton = (text, onclick, properties) => make("button", { onclick, ...properties }, text);

  // Measured before anything changes, so that the browser lays the page out once.
  const cut = [...document.querySelectorAll("pre, .table, .drawing")]
    .filter((box) => box.scrollWidth > box.clientWidth);
  for (const box of cut) box.tabIndex = 0;
  for (const figure of document.querySelectorAll("figure.code")) {
    const bar = make("div", { className: "code-buttons" });
    if (cut.some((box) => figure.contains(box))) {
      bar.append(makeButton(strings.wrap, ({ target }) => {
        target.ariaPressed = figure.classList.toggle("wrapped");
      }, { ariaPressed: "false" }));
    }
    bar.append(makeButton(strings.copy, ({ target }) => copy(target, figure), { ariaLive: "polite" }));
    // Before the code: on the way to its names, the keyboard touches the block.
    (figure.querySelector("figcaption") ?? figure).prepend(bar);
  }

  // Until this script has run, the style sheets show of each group what it will show, and leave room
  // for the buttons, so that nothing moves.
  const groups = [];

  // Java code stands in for Android's where a group has none of its own.
  const panelFor = (group, key) => group.panels.find((panel) => panel.dataset.key === key)
    ?? (key === "android" && panelFor(group, "java"));

  const labelOf = (panel) => panel.querySelector(".tab-label").textContent;

  // A language is chosen for all pages; other names, such as those of tools, for groups with the same.
  const memoryOf = ({ element, panels }) =>
    "docgen-" + (element.dataset.keys ? "language" : panels.map(labelOf));

  const select = (group, panel) => group.panels.forEach((other, index) => {
    other.hidden = other !== panel;
    group.buttons[index].ariaSelected = !other.hidden;
    group.buttons[index].tabIndex = other.hidden ? -1 : 0;
  });

  // All groups follow the choice; the one that was touched stays where it is on the screen.
  const choose = (group, panel) => {
    const place = () => group.element.getBoundingClientRect().top;
    const before = place();
    const { key } = panel.dataset;
    remember(memoryOf(group), key);
    for (const other of groups) {
      const same = other === group ? panel : panelFor(other, key);
      if (same) select(other, same);
    }
    scrollBy(0, place() - before);
  };

  const move = (group, event) => {
    const { panels, buttons } = group;
    const current = buttons.indexOf(event.target);
    // -1 is the last.
    const next = {
      ArrowRight: (current + 1) % buttons.length, ArrowLeft: current - 1, Home: 0, End: -1,
    }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(group, panels.at(next));
    buttons.at(next).focus({ preventScroll: true });
    buttons.at(next).scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  for (const element of document.querySelectorAll(".tabs")) {
    // An author's own element may have the class of a group.
    const panels = [...element.querySelectorAll(":scope > .tab[data-key]")];
    if (!panels.length) continue;
    const group = { element, panels };
    group.buttons = panels.map((panel) => {
      const button = makeButton(labelOf(panel), () => choose(group, panel), {
        id: panel.id + "-button", role: "tab",
      });
      button.setAttribute("aria-controls", panel.id);
      panel.role = "tabpanel";
      return button;
    });
    element.prepend(make("div", {
      className: "tab-list", role: "tablist", onkeydown: (event) => move(group, event),
      ariaLabel: element.dataset.keys ? strings.language : panels.map(labelOf),
    }, ...group.buttons));
    const key = element.dataset.keys ? root.dataset.language : recall(memoryOf(group));
    select(group, panelFor(group, key) || panelFor(group, root.dataset.language) || panels[0]);
    element.classList.add("tabs-ready");
    groups.push(group);
  }

  // A link to a tab, or to something inside one, opens it.
  const follow = () => {
    const target = targetOf(location);
    for (const group of groups) {
      const panel = group.panels.find((panel) => panel.contains(target));
      if (!panel) continue;
      select(group, panel);
      target.scrollIntoView();
    }
  };
  follow();
  addEventListener("hashchange", follow);

  // The type and the comment of a name in code, which stays while the pointer goes to its link.
  const tip = make("div", { className: "type", id: "docgen-type", popover: "manual" });
  document.querySelector("main").append(tip);
  let shown;

  const hide = () => {
    if (shown) tip.hidePopover();
    shown?.removeAttribute("aria-describedby");
    shown = null;
  };

  const show = (name) => {
    if (name === shown) return;
    hide();
    shown = name;
    const [code, comment, href] = name.note;
    tip.replaceChildren(make("code", {}, code), ...comment ? [make("p", {}, comment)] : [],
      ...href ? [make("a", { href }, strings.reference)] : []);
    name.setAttribute("aria-describedby", tip.id);
    tip.showPopover();
    // Below the name, or above where the window ends.
    const { left, top, bottom } = name.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = tip;
    const isBelow = bottom + offsetHeight < innerHeight;
    style.left = scrollX + Math.max(8, Math.min(left, root.clientWidth - offsetWidth - 8)) + "px";
    style.top = scrollY + (isBelow ? bottom : top - offsetHeight) + "px";
  };

  // Makes elements of a block's names; the list has the offset, length and note of each.
  const addNames = (figure, list, notes) => {
    let end = 0;
    let at = 0;
    for (const code of figure.querySelectorAll("pre > code")) {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const nodes = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      for (let node of nodes) {
        let start = end;
        end += node.length;
        for (; list[at] < end; at += 3) {
          const [offset, length, number] = list.slice(at);
          const text = node.splitText(offset - start);
          node = text.splitText(length);
          start = offset + length;
          // One stop of the keyboard; the arrows lead to the others.
          const name = make("span", { className: "name", tabIndex: at ? -1 : 0, note: notes[number] });
          text.replaceWith(name);
          name.append(text);
        }
      }
    }
  };

  // Types of names come when a reader first touches a block with some.
  const types = {};
  for (const type of ["pointerover", "focusin"]) {
    addEventListener(type, ({ target, pointerType }) => {
      const name = target.closest(".name");
      const isFocused = pointerType === "mouse" && document.activeElement === shown;
      if (name) show(name); else if (!isFocused && !tip.contains(target)) hide();
      const figure = target.closest("[data-types]");
      if (!figure) return;
      const [file, number] = figure.dataset.types.split("#");
      delete figure.dataset.types;
      types[file] ??= readJSON(file);
      types[file].then(({ notes, blocks }) => addNames(figure, blocks[number], notes)).catch(() => {});
    });
  }
  addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape") hide();
    if (!target.note) return;
    if (key === "Enter") tip.querySelector("a")?.click();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const names = [...target.closest("figure").querySelectorAll(".name")];
    names[names.indexOf(target) + step]?.focus();
  });

  const filterOf = (list) => make("label", { className: "transcript-filter" }, strings.filterMessages, " ",
    make("input", { type: "search", oninput: ({ target }) => {
      const text = target.value.toLowerCase();
      for (const message of list.children) {
        message.hidden = !message.textContent.toLowerCase().includes(text);
      }
    } }));

  addEventListener("click", async (event) => {
    const link = event.target.closest("a.transcript-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const line = link.parentElement;
    const shown = line.nextElementSibling;
    try {
      if (shown) {
        shown.hidden = !shown.hidden;
      } else {
        const list = (await readPage(link.href)).querySelector(".transcript");
        const box = make("div", {}, ...list.children.length > 4 ? [filterOf(list)] : [], list);
        if (!line.nextElementSibling) line.after(box);
      }
      link.ariaExpanded = !shown?.hidden;
    } catch {
      // A page that was opened from a disk can't fetch another.
      location.href = link.href;
    }
  });
}
