// Searches the index in `search/`, whose files are fetched when a query needs them.
(() => {
  "use strict";
  const strings = JSON.parse(document.documentElement.dataset.strings);
  const site = new URL("../", document.currentScript.src);
  const folder = new URL("search/", site);

  const files = new Map();
  const load = (name) => {
    if (!files.has(name)) {
      files.set(name, fetch(new URL(name + ".json", folder)).then((response) => response.json()));
    }
    return files.get(name);
  };

  // Where ranges of these lengths begin, and which of them has a value.
  const starts = (counts, sum = 0) => [0, ...counts.map((count) => sum += count)];
  const rangeOf = (sorted, value) => Math.max(0, sorted.findLastIndex((start) => start <= value));

  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  // Whether one letter differs, is missing or added, or two are swapped.
  const areNear = (one, other) => {
    let same = 0;
    while (same < one.length && one[same] === other[same]) same++;
    const [a, b] = [one.slice(same), other.slice(same)];
    return [b, b.slice(1)].includes(a.slice(1)) || a === b.slice(1)
      || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  };

  // Too many words begin with one or two letters, so those find only themselves.
  const isShort = (word) => /^\w\w?$/.test(word);

  // The entries of words that begin with this one, else of words with one typo.
  const entriesOf = async (word, words) => {
    const first = rangeOf(words, word);
    const last = isShort(word) ? first : Math.min(rangeOf(words, word + "\uffff"), first + 2);
    const parts = [];
    for (let number = first; number <= last; number++) parts.push(load("words-" + number));
    const all = (await Promise.all(parts)).flatMap(Object.entries);
    const found = all.filter(([key]) => isShort(word) ? key === word : key.startsWith(word));
    return found.length || word.length < 4 ? found : all.filter(([key]) => areNear(word, key));
  };

  // How much a word counts in titles and in sections.
  const scoresOf = (word, entries, total) => {
    const scores = [new Map(), new Map()];
    for (const [key, levels] of entries) {
      levels.forEach((differences, level) => {
        const map = scores[Math.min(level, 1)];
        // Title, heading, code, text.
        const weight = [20, 8, 3, 1][level] * (key === word ? 1 : 0.5);
        for (const number of starts(differences).slice(1)) {
          map.set(number, Math.max(map.get(number) ?? 0, weight));
        }
      });
    }
    const rarity = Math.log(2 + total / (1 + scores[0].size + scores[1].size));
    return { titles: scores[0], sections: scores[1], rarity };
  };

  // The sections with all words, in their text or their page's title.
  const find = async (query) => {
    const index = await load("index");
    const pages = starts(index.pages);
    const typed = fold(query).match(/_*[\p{L}\p{N}]+(_+[\p{L}\p{N}]+)*/gu) ?? [];
    const found = await Promise.all(
      typed.map(async (word) => [word, await entriesOf(word, index.words)]));
    // Short words that nothing has are the beginnings of longer ones.
    const words = found.filter(([word, entries]) => entries.length || word.length > 2);
    const scores = words.map(([word, entries]) => scoresOf(word, entries, pages.at(-1)));
    const hits = [];
    for (const section of new Set(scores.flatMap(({ titles, sections }) =>
      [...sections.keys(), ...[...titles.keys()].map((page) => pages[page])]))) {
      const page = rangeOf(pages, section);
      const all = scores.map(({ titles, sections, rarity }) => rarity * Math.max(
        sections.get(section) ?? 0,
        (titles.get(page) ?? 0) / (section === pages[page] ? 1 : 10)));
      if (Math.min(...all) > 0) hits.push({ section, page, score: all.reduce((a, b) => a + b) });
    }
    hits.sort((a, b) => b.score - a.score || a.section - b.section);
    const terms = words.flatMap(([word, entries]) =>
      entries.some(([key]) => key.startsWith(word)) ? word : entries.map(([key]) => key));
    return { hits, terms, parts: starts(index.sections), isBegun: !words.length, isShort: typed.some(isShort) };
  };

  // The best hits by page, as [title, address, heading, text].
  const groupsOf = async ({ hits, parts }, room) => {
    const groups = new Map();
    for (const { page, section } of hits) {
      const group = groups.get(page) ?? [];
      if (!room || group.length > 2) continue;
      room--;
      const part = rangeOf(parts, section);
      group.push(load("sections-" + part).then((list) => list[section - parts[part]]));
      groups.set(page, group);
    }
    return Promise.all(Array.from(groups.values(), (group) => Promise.all(group)));
  };

  // Children are elements and texts, never HTML.
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.append(...children);
    return element;
  };

  // A text with its terms marked, or the line with the first of them.
  const marked = (text, terms, isExcerpt) => {
    const folded = text.replace(/[^\0-\x7f]/g, (letter) => fold(letter)[0] ?? " ").toLowerCase();
    const pattern = terms.map((term) => term.length < 4 ? `(?<![\\p{L}\\p{N}])${term}` : term);
    const marks = [...folded.matchAll(new RegExp(pattern.join("|"), "gu"))];
    const first = marks[0]?.index ?? 0;
    const line = text.lastIndexOf("\n", first) + 1;
    let done = isExcerpt ? Math.max(line, first - 30) : 0;
    const end = isExcerpt ? done + 180 : text.length;
    const parts = [done > line && isExcerpt ? "…" : ""];
    for (const { index, 0: term } of marks) {
      if (index < done || index > end) continue;
      parts.push(text.slice(done, index), make("mark", {}, text.slice(index, index + term.length)));
      done = index + term.length;
    }
    return [...parts, text.slice(done, end), end < text.length ? "…" : ""];
  };

  const foundText = (hits) => hits.length < 2 ? strings.searchOne : strings.searchFound
    .replace("{count}", hits.length).replace("{pages}", new Set(hits.map((hit) => hit.page)).size);

  const attach = (input, list, status, isListbox, onResults) => {
    let turn = 0;
    let options = [];
    let active = 0;
    const activate = (number) => {
      if (!isListbox) return;
      input.removeAttribute("aria-activedescendant");
      if (!options.length) return;
      options[active]?.removeAttribute("aria-selected");
      active = (number + options.length) % options.length;
      options[active].setAttribute("aria-selected", "true");
      options[active].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", options[active].id);
    };
    const link = (address, name, text, terms, className) => {
      const option = make("a", { href: new URL(address, site), class: className },
        make("span", {}, ...marked(name, terms)),
        make("small", {}, ...marked(text, terms, true)));
      if (isListbox) {
        option.role = "option";
        option.id = "search-" + options.length;
        option.tabIndex = -1;
      }
      options.push(option);
      return option;
    };
    // The page, then its sections.
    const groupOf = (results, terms) => {
      const [title, address] = results[0];
      const group = make("div", isListbox ? { role: "group", "aria-label": title } : {});
      const lead = results.find((result) => !result[1].includes("#"));
      group.append(link(address.split("#")[0], title, lead?.[3] ?? "", terms, "search-page"));
      for (const result of results) {
        if (result !== lead) group.append(link(result[1], result[2], result[3], terms, "search-section"));
      }
      return group;
    };
    const search = async () => {
      const query = input.value.trim();
      const current = ++turn;
      let groups = [];
      let message = "";
      let best = 0;
      try {
        const found = query ? await find(query) : { hits: [], isBegun: true };
        // A short word is probably the beginning of one.
        const results = await groupsOf(found, isListbox && found.isShort ? 4 : 12);
        if (current !== turn) return;
        options = [];
        groups = results.map((result) => groupOf(result, found.terms));
        const { hits } = found;
        if (!found.isBegun) message = hits.length ? foundText(hits) : strings.searchNone;
        best = results[0]?.[0][1].includes("#") ? 1 : 0;
      } catch {
        message = location.protocol === "file:" ? strings.searchServer : strings.searchFailed;
      }
      if (current !== turn) return;
      list.replaceChildren(...groups);
      status.textContent = message;
      if (isListbox) input.ariaExpanded = String(groups.length > 0);
      activate(best);
      onResults(query, groups.length);
    };
    // When a pause says that the word is complete: each beginning of it has other results to fetch.
    let pause;
    input.addEventListener("input", () => {
      clearTimeout(pause);
      // Results of what was typed before would come too late.
      turn++;
      options = [];
      status.textContent = "";
      pause = setTimeout(search, 150);
    });
    if (isListbox) input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
      if (step === undefined || event.isComposing) return;
      event.preventDefault();
      if (step) activate(active + step); else options[active]?.click();
    });
    return search;
  };

  let search;
  let dialog;
  const open = () => {
    if (!dialog) {
      const input = make("input", {
        role: "combobox", "aria-label": strings.searchLabel, "aria-expanded": "false",
        "aria-controls": "search-list", autocomplete: "off",
      });
      const close = make("button", { type: "button" }, strings.searchClose);
      const list = make("div", { role: "listbox", id: "search-list", "aria-label": strings.searchLabel });
      const status = make("p", { role: "status" });
      const all = make("a", {}, strings.searchAll);
      dialog = make("dialog", { class: "search-dialog", "aria-label": strings.searchLabel },
        make("div", {}, input, close), list, make("div", {}, status, all, make("span", {}, strings.searchKeys)));
      search = attach(input, list, status, true, (query) => {
        all.href = new URL("index.html?q=" + encodeURIComponent(query), folder);
      });
      // The backdrop belongs to the dialog.
      dialog.addEventListener("click", ({ target }) => {
        if (target === dialog || target.closest("a, button")) dialog.close();
      });
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
    search();
  };
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    if (altKey || !(isCommand ? key === "k" : key === "/" && !target.closest("input, textarea, select"))) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-search]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  });

  const form = document.querySelector(".search-form");
  if (!form) return;
  const [list, status, contents] = ["results", "status", "contents"]
    .map((name) => document.querySelector(".search-" + name));
  form.hidden = false;
  form.q.value = new URLSearchParams(location.search).get("q") ?? "";
  attach(form.q, list, status, false, (query, count) => { contents.hidden = count > 0; })();
})();
