// Makes tabs of the stacked alternatives. Without this script all of them stay visible.
//
// Until it has run, the style sheets show of each group what it will show, and leave room for the
// buttons, so that nothing moves.
(() => {
  "use strict";
  const { dataset } = document.documentElement;
  const groups = [];
  let key = dataset.language;

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
    // An author's own element may have the class of a group.
    group.panels = [...element.children].filter(
      (child) => child.matches(".tab[id][data-key]") && child.querySelector(".tab-label"));
    if (!group.panels.length) return;
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
    try { localStorage.setItem("docgen-language", key); } catch { /* private mode */ }
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

  document.querySelectorAll(".tabs").forEach(build);
  follow();
  addEventListener("hashchange", follow);
})();
