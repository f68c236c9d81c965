// Shows headers and bodies below the link to them. Without this script the link leads to their page.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.transcript-link");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const line = link.parentElement;
  const shown = line.nextElementSibling;
  if (shown) {
    shown.hidden = !shown.hidden;
    link.setAttribute("aria-expanded", String(!shown.hidden));
    return;
  }
  try {
    const response = await fetch(link.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const list = page.querySelector(".transcript");
    if (!response.ok || !list || line.nextElementSibling) throw new Error(response.statusText);
    const box = document.createElement("div");
    if (list.children.length > 4) box.append(filter(list));
    box.append(list);
    line.after(box);
    link.setAttribute("aria-expanded", "true");
  } catch {
    // A page that was opened from a disk can't fetch another.
    location.href = link.href;
  }
});

function filter(list) {
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
  label.append("Show messages with ", input);
  return label;
}
