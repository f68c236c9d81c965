// Makes tabs of the stacked alternatives. Without this script all of them stay visible.
//
// It stands in the head, so that it can turn each group into tabs while the page is read, before
// anything of the group is painted.
(function () {
  "use strict";
  var storageKey = "docgen-language";
  var root = document.documentElement;
  var groups = [];
  var key = stored();

  function stored() {
    try { return localStorage.getItem(storageKey); } catch (error) { return null; }
  }

  function store(key) {
    try { localStorage.setItem(storageKey, key); } catch (error) { /* private mode */ }
  }

  // Java code stands in for Android's where a group has none of its own.
  function panelFor(group, key) {
    return group.panels.find(function (panel) { return panel.dataset.key === key; })
      || (key === "android" ? panelFor(group, "java") : undefined);
  }

  function select(group, panel) {
    group.panels.forEach(function (other, index) {
      var isSelected = other === panel;
      other.hidden = !isSelected;
      group.buttons[index].setAttribute("aria-selected", String(isSelected));
      group.buttons[index].tabIndex = isSelected ? 0 : -1;
    });
  }

  function build(element) {
    var list = document.createElement("div");
    var group = { element: element, buttons: [] };
    group.panels = Array.prototype.filter.call(element.children, function (child) {
      return child.classList.contains("tab");
    });
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    group.panels.forEach(function (panel) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = panel.querySelector(".tab-label").textContent;
      button.id = panel.id + "-button";
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      button.addEventListener("click", function () { choose(group, panel); });
      group.buttons.push(button);
      list.appendChild(button);
    });
    list.addEventListener("keydown", function (event) { move(group, event); });
    element.insertBefore(list, element.firstChild);
    select(group, (key && panelFor(group, key)) || group.panels[0]);
    element.classList.add("tabs-ready");
    groups.push(group);
  }

  // All groups follow the choice; the one that was touched stays where it is on the screen.
  function choose(group, panel) {
    var before = group.element.getBoundingClientRect().top;
    key = panel.dataset.key;
    store(key);
    groups.forEach(function (other) {
      var same = other === group ? panel : panelFor(other, key);
      if (same) select(other, same);
    });
    window.scrollBy({
      top: group.element.getBoundingClientRect().top - before, behavior: "instant"
    });
  }

  function move(group, event) {
    var current = group.buttons.indexOf(document.activeElement);
    var last = group.buttons.length - 1;
    var next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last
    }[event.key];
    if (next === undefined || current < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(group, group.panels[next]);
    group.buttons[next].focus({ preventScroll: true });
    group.buttons[next].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // A link to a tab, or to something inside one, opens it.
  function follow() {
    var id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch (error) { /* a stray percent sign */ }
    var target = id && document.getElementById(id);
    if (!target) return;
    groups.forEach(function (group) {
      group.panels.forEach(function (panel) {
        if (!panel.contains(target)) return;
        select(group, panel);
        target.scrollIntoView();
      });
    });
  }

  // Builds the groups that are whole: the reader of the page is past them.
  function buildWhole(isEnd) {
    document.querySelectorAll(".tabs:not(.tabs-ready)").forEach(function (element) {
      var place = element;
      while (place && !place.nextSibling) place = place.parentElement;
      if (isEnd || place) build(element);
    });
  }

  var observer = new MutationObserver(function () { buildWhole(false); });
  root.classList.add("tabs-wait");
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", function () {
    observer.disconnect();
    root.classList.remove("tabs-wait");
    buildWhole(true);
    follow();
  });
  window.addEventListener("hashchange", follow);
})();
