// Makes tabs of the stacked alternatives. Without this script all of them stay visible.
//
// It stands in the head, so that it can turn each group into tabs while the page is read, before
// anything of the group is painted.
(() => {
  "use strict";
  const storageKey = "docgen-language";
  const { dataset, classList } = document.documentElement;
  const groups = [];
  // A link may name the language; else it's the reader's choice, else Swift.
  let key = new URLSearchParams(location.search).get("lang");
  try { key ??= localStorage.getItem(storageKey); } catch { /* private mode */ }
  key ??= "swift";

  // Java code stands in for Android's where a group has none of its own.
  const panelFor = (group, key) => group.panels.find((panel) => panel.dataset.key === key)
    || (key === "android" ? panelFor(group, "java") : undefined);

  const select = (group, panel) => group.panels.forEach((other, index) => {
    const isSelected = other === panel;
    other.hidden = !isSelected;
    group.buttons[index].ariaSelected = String(isSelected);
    group.buttons[index].tabIndex = isSelected ? 0 : -1;
  });

  const build = (element) => {
    const list = document.createElement("div");
    const group = { element, buttons: [] };
    group.panels = [...element.children].filter((child) => child.classList.contains("tab"));
    list.className = "tab-list";
    list.role = "tablist";
    list.ariaLabel = JSON.parse(dataset.strings).language;
    for (const panel of group.panels) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = panel.querySelector(".tab-label").textContent;
      button.id = panel.id + "-button";
      button.role = "tab";
      button.setAttribute("aria-controls", panel.id);
      panel.role = "tabpanel";
      panel.setAttribute("aria-labelledby", button.id);
      button.addEventListener("click", () => choose(group, panel));
      group.buttons.push(button);
      list.append(button);
    }
    list.addEventListener("keydown", (event) => move(group, event));
    element.prepend(list);
    select(group, panelFor(group, key) || group.panels[0]);
    element.classList.add("tabs-ready");
    groups.push(group);
  };

  // All groups follow the choice; the one that was touched stays where it is on the screen.
  const choose = (group, panel) => {
    const before = group.element.getBoundingClientRect().top;
    key = panel.dataset.key;
    try { localStorage.setItem(storageKey, key); } catch { /* private mode */ }
    for (const other of groups) {
      const same = other === group ? panel : panelFor(other, key);
      if (same) select(other, same);
    }
    scrollBy({ top: group.element.getBoundingClientRect().top - before, behavior: "instant" });
  };

  const move = (group, event) => {
    const current = group.buttons.indexOf(document.activeElement);
    const count = group.buttons.length;
    const next = {
      ArrowRight: (current + 1) % count, ArrowLeft: (current + count - 1) % count,
      Home: 0, End: count - 1,
    }[event.key];
    if (next === undefined || current < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(group, group.panels[next]);
    group.buttons[next].focus({ preventScroll: true });
    group.buttons[next].scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  // A link to a tab, or to something inside one, opens it.
  const follow = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* a stray percent sign */ }
    const target = id && document.getElementById(id);
    if (!target) return;
    for (const group of groups) {
      const panel = group.panels.find((panel) => panel.contains(target));
      if (!panel) continue;
      select(group, panel);
      target.scrollIntoView();
    }
  };

  // Builds the groups that are whole: the reader of the page is past them.
  const buildWhole = (isEnd) => {
    for (const element of document.querySelectorAll(".tabs:not(.tabs-ready)")) {
      let place = element;
      while (place && !place.nextSibling) place = place.parentElement;
      if (isEnd || place) build(element);
    }
  };

  const observer = new MutationObserver(() => buildWhole(false));
  classList.add("tabs-wait");
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    observer.disconnect();
    classList.remove("tabs-wait");
    buildWhole(true);
    follow();
  });
  addEventListener("hashchange", follow);
})();
