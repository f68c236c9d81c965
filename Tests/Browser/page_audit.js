// Returns what is wrong with the page as it is shown: a list of sentences, empty when all is well.
// Fewer pieces of text than the argument says, ten unless told, are a problem too.
// Meanwhile everything that is folded away is open, so that hidden text is measured too.
const problems = [];
const closed = document.querySelectorAll("details:not([open])");
const hidden = document.querySelectorAll(".tab[hidden]");
const unfold = (isOpen) => {
  closed.forEach((element) => { element.open = isOpen; });
  hidden.forEach((element) => { element.hidden = !isOpen; });
};
unfold(true);

const describe = (element) => {
  const id = element.id ? `#${element.id}` : "";
  const classes = element.classList.length ? `.${[...element.classList].join(".")}` : "";
  const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  return `<${element.localName}${id}${classes}> “${text}”`;
};

// The page itself never scrolls sideways.
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) {
  const widest = [...document.body.querySelectorAll("*")].find(
    (element) => element.getBoundingClientRect().right > width + 1
      && !element.closest("pre, .table, .tab-list"));
  problems.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of`
    + ` ${width} px${widest ? `; ${describe(widest)} sticks out` : ""}`);
}

// Contrast. A colour is [red, green, blue, alpha]; background images (the scroll shadows) are
// faint and at the edge, and not counted.
const parse = (text) => {
  const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  if (!match) throw new Error(`a colour that the audit cannot read: ${text}`);
  return [+match[1], +match[2], +match[3], match[4] === undefined ? 1 : +match[4]];
};
const over = (top, bottom) => {
  const alpha = top[3] + bottom[3] * (1 - top[3]);
  if (alpha === 0) return [0, 0, 0, 0];
  return [0, 1, 2].map(
    (i) => (top[i] * top[3] + bottom[i] * bottom[3] * (1 - top[3])) / alpha).concat(alpha);
};
const luminance = (color) => {
  const [red, green, blue] = color.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
const backgroundOf = (element) => {
  let color = [0, 0, 0, 0];
  for (let at = element; at && color[3] < 1; at = at.parentElement) {
    color = over(color, parse(getComputedStyle(at).backgroundColor));
  }
  return over(color, [255, 255, 255, 1]);
};
const opacityOf = (element) => {
  let opacity = 1;
  for (let at = element; at; at = at.parentElement) opacity *= +getComputedStyle(at).opacity;
  return opacity;
};
const seen = new Set();
let measured = 0;
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || seen.has(element)) continue;
  if (!element.checkVisibility({ visibilityProperty: true })) continue;
  // What appears by scrolling isn't seen yet.
  if (opacityOf(element) === 0) continue;
  seen.add(element);
  measured += 1;
  const background = backgroundOf(element);
  const color = parse(getComputedStyle(element).color);
  color[3] *= opacityOf(element);
  const ratio = contrast(over(color, background), background);
  if (ratio < 4.5) {
    problems.push(`contrast of only ${ratio.toFixed(2)}:1 in ${describe(element)}`);
  }
}
const least = arguments[0] ?? 10;
if (measured < least) problems.push(`only ${measured} pieces of text could be measured`);

// Structure.
const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
const titles = headings.filter((heading) => heading.localName === "h1");
if (titles.length !== 1) problems.push(`${titles.length} headings of the first level`);
let level = 0;
headings.forEach((heading) => {
  const own = +heading.localName[1];
  if (own > level + 1) problems.push(`${describe(heading)} follows a heading of level ${level}`);
  level = own;
});
const ids = new Set();
document.querySelectorAll("[id]").forEach((element) => {
  if (ids.has(element.id)) problems.push(`the id “${element.id}” is there twice`);
  ids.add(element.id);
});
document.querySelectorAll("img:not([alt])").forEach((image) => {
  problems.push(`no alternative text for ${image.outerHTML}`);
});
["aria-labelledby", "aria-controls", "aria-describedby"].forEach((name) => {
  document.querySelectorAll(`[${name}]`).forEach((element) => {
    element.getAttribute(name).split(" ").filter((id) => !ids.has(id)).forEach((id) => {
      problems.push(`${name} of ${describe(element)} names “${id}”, which does not exist`);
    });
  });
});
if (!document.documentElement.lang) problems.push("the page does not say its language");

// Nothing comes from elsewhere.
performance.getEntriesByType("resource").forEach((entry) => {
  if (new URL(entry.name).origin !== location.origin) problems.push(`loads ${entry.name}`);
});
unfold(false);
return problems;
