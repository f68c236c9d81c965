// Shows the type and the comment of a name in code. `code.js` loads this script when a reader first
// touches a block with types.
const strings = JSON.parse(document.documentElement.dataset.strings);
const files = {};
const tip = document.createElement("div");
tip.className = "type";
tip.id = "type";
tip.popover = "manual";
document.querySelector("main").append(tip);
let shown;

const make = (tag, text) => {
  const element = document.createElement(tag);
  element.textContent = text;
  tip.append(element);
  return element;
};

const hide = () => {
  if (shown) tip.hidePopover();
  shown?.removeAttribute("aria-describedby");
  shown = null;
};

const show = (name) => {
  if (name === shown) return;
  hide();
  shown = name;
  const [code, comment, address] = name.note;
  tip.textContent = "";
  make("code", code);
  if (comment) make("p", comment);
  if (address) make("a", strings.reference).href = address;
  name.setAttribute("aria-describedby", tip.id);
  tip.showPopover();
  // Below the name, or above where the window ends.
  const box = name.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = tip;
  const isBelow = box.bottom + offsetHeight < innerHeight;
  tip.style.left = scrollX + Math.max(8, Math.min(box.left, document.body.clientWidth - offsetWidth - 8)) + "px";
  tip.style.top = scrollY + (isBelow ? box.bottom : box.top - offsetHeight) + "px";
};

// Makes elements of a block's names; the list has the offset, length and note of each.
const wrap = (figure, list, notes) => {
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
        const [offset, length, number] = list.slice(at, at + 3);
        const text = node.splitText(offset - start);
        const name = document.createElement("span");
        node = text.splitText(length);
        start = offset + length;
        name.className = "name";
        // One stop of the keyboard; the arrows lead to the others.
        name.tabIndex = at ? -1 : 0;
        name.note = notes[number];
        text.replaceWith(name);
        name.append(text);
      }
    }
  }
};

for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, ({ target, pointerType }) => {
    const name = target.closest(".name");
    const isFocused = pointerType === "mouse" && document.activeElement === shown;
    if (name) show(name); else if (!isFocused && !tip.contains(target)) hide();
  });
}
document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape") hide();
  if (!target.note) return;
  if (key === "Enter") tip.querySelector("a")?.click();
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const names = [...target.closest("figure").querySelectorAll(".name")];
  names[names.indexOf(target) + step]?.focus();
});

export default async (figure, types) => {
  const [file, number] = types.split("#");
  files[file] ??= fetch(file).then((response) => response.json());
  const { notes, blocks } = await files[file];
  wrap(figure, blocks[number], notes);
};
