// Leads from an old address to the new one, with the fragment, which a refresh would lose.
(() => {
  "use strict";
  const id = decodeURIComponent(location.hash.slice(1));
  const section = id && document.getElementById(id);
  const page = document.querySelector("a");
  location.replace(section ? section.href : page.href + location.hash);
})();
