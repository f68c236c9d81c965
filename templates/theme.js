// The colors that the reader chose, set before the page is painted, and the marks of where the
// reader is. Without this script the system decides the colors.
(function () {
  "use strict";
  var key = "docgen-theme";
  var states = ["automatic", "light", "dark"];
  var root = document.documentElement;
  var state = "automatic";

  function set(name) {
    state = states.includes(name) ? name : "automatic";
    if (state === "automatic") delete root.dataset.theme;
    else root.dataset.theme = state;
    var button = document.querySelector(".theme-switch");
    if (button) button.setAttribute("aria-label", button.dataset[state]);
  }

  function stored() {
    try { return localStorage.getItem(key); } catch (error) { return null; }
  }

  root.dataset.script = "";
  set(stored());
  window.addEventListener("storage", function (event) {
    if (event.key === key) set(event.newValue);
  });

  // The entry of this page, in a navigation that is longer than the screen.
  function showCurrent(navigation) {
    var entry = navigation.querySelector("[aria-current]");
    if (!entry) return;
    var place = entry.getBoundingClientRect().top - navigation.getBoundingClientRect().top;
    if (place > navigation.clientHeight - 80) {
      navigation.scrollTop += place - navigation.clientHeight / 2;
    }
  }

  // Marks the last heading above the upper third of the window in the contents.
  function follow(contents) {
    var links = Array.from(contents.querySelectorAll("a"));
    var headings = links.map(function (link) {
      return document.getElementById(decodeURIComponent(link.hash.slice(1)));
    });
    var observer = new IntersectionObserver(function () {
      var current = headings.findLastIndex(function (heading) {
        return heading && heading.getBoundingClientRect().top < innerHeight / 3;
      });
      links.forEach(function (link, index) {
        if (index === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
      var link = links[current];
      if (link && contents.scrollHeight > contents.clientHeight) {
        contents.scrollTop = link.offsetTop - contents.clientHeight / 2;
      }
    }, { rootMargin: "0px 0px -66% 0px" });
    headings.forEach(function (heading) { if (heading) observer.observe(heading); });
  }

  document.addEventListener("DOMContentLoaded", function () {
    var navigation = document.getElementById("navigation");
    var contents = document.querySelector(".contents-beside");
    set(state);
    document.querySelector(".theme-switch")?.addEventListener("click", function () {
      set(states[(states.indexOf(state) + 1) % states.length]);
      try { localStorage.setItem(key, state); } catch (error) { /* private mode */ }
    });
    if (navigation) {
      showCurrent(navigation);
      navigation.addEventListener("toggle", function () { showCurrent(navigation); });
    }
    if (contents) follow(contents);
  });
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("main details:not(.contents)").forEach(function (element) {
      element.open = true;
    });
  });
})();
