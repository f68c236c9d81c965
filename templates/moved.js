// Leads from an old address to the new one, with the fragment, which a refresh would lose.
const section = document.getElementById(decodeURIComponent(location.hash.slice(1)));
location.replace(section?.href ?? document.querySelector("a").href + location.hash);
