// Searches the index in `search/`, whose files are fetched when a query needs them.
{
  const site = new URL("../", document.currentScript.src);
  const files = {};
  const load = (name) => files[name] ??= readJSON(new URL(`search/${name}.json`, site));

  // Where ranges of these lengths begin.
  const starts = (counts, sum = 0) => [0, ...counts.map((count) => sum += count)];

  // Without accents, but with the marks that make other kana.
  const fold = (text) =>
    text.normalize("NFKD").replace(/[^\P{M}\u3099\u309a]/gu, "").normalize().toLowerCase();

  // The words of a query. Chinese and Japanese have no spaces, so each two letters are a word.
  const wordsOf = (query) => fold(query)
    .replace(/([぀-鿿])(?=([぀-鿿]))|(?<=[぀-鿿])[぀-鿿]|([぀-鿿])/g, " $1$2$3 ")
    .match(/[\p{L}\p{N}_]*[\p{L}\p{N}]/gu) ?? [];

  // Whether one letter differs, is missing or added, or two are swapped.
  const areNear = (one, other) => {
    let same = 0;
    while (one[same] && one[same] === other[same]) same++;
    const [a, b] = [one.slice(same), other.slice(same)];
    return a.slice(1) === b || a.slice(1) === b.slice(1) || a === b.slice(1)
      || a === b[1] + b[0] + b.slice(2);
  };

  // The entries of words that begin with this one, else of words with one typo. Too many words begin
  // with one or two letters, so those find only themselves.
  const entriesOf = async (word, words) => {
    const fileOf = (word) => words.findLastIndex((start) => start <= word);
    const first = fileOf(word);
    const read = async (from, to, isFound) => {
      const names = words.map((_, number) => "words-" + number).slice(Math.max(0, from), to + 1);
      return (await Promise.all(names.map(load))).flatMap(Object.entries).filter(([key]) => isFound(key));
    };
    if (/^\w\w?$/.test(word)) return read(first, first, (key) => key === word);
    const begins = (key) => key.startsWith(word);
    let found = await read(first, first, begins);
    // Where the first file has many, they are enough.
    const last = Math.min(fileOf(word + "\uffff"), first + 2);
    if (found.length < 12) found = await read(first, last, begins);
    if (found.length || word.length < 4) return found;
    return read(first - 1, first + 1, (key) => areNear(word, key));
  };

  // How much a word counts in titles and in sections.
  const scoresOf = (word, entries, total, weights) => {
    const [titles, sections] = [new Map(), new Map()];
    for (const [key, levels] of entries) {
      levels.forEach((differences, level) => {
        const map = level ? sections : titles;
        const weight = weights[level] * (key === word ? 2 : 1);
        for (const number of starts(differences).slice(1)) {
          map.set(number, Math.max(map.get(number) ?? 0, weight));
        }
      });
    }
    return { titles, sections, rarity: Math.log(2 + total / (1 + titles.size + sections.size)) };
  };

  // The sections with the most words, in their text or their page's title.
  const find = async (query) => {
    const index = await load("index");
    const pages = starts(index.pages);
    const pageOf = index.pages.flatMap((count, page) => Array(count).fill(page));
    const typed = wordsOf(query);
    const found = await Promise.all(typed.map((word) => entriesOf(word, index.words)));
    // Title, heading, code, text; all of a heading, if the query has no other words; all of a title.
    const weights = [10, 8, 3, 1, typed[1] ? 8 : 16, 20];
    const scores = found.map((entries, at) => scoresOf(typed[at], entries, pageOf.length, weights));
    const all = [...new Set(scores.flatMap(({ titles, sections }) =>
      [...sections.keys(), ...[...titles.keys()].map((page) => pages[page])]))].map((section) => {
      const page = pageOf[section];
      const place = section - pages[page];
      const parts = scores.map(({ titles, sections, rarity }) => rarity * Math.max(
        sections.get(section) ?? 0,
        (titles.get(page) ?? 0) / (place ? 10 : 1))).filter(Boolean);
      return { section, page, place, length: parts.length, score: parts.reduce((a, b) => a + b) };
    }).sort((a, b) => b.length - a.length || b.score - a.score || a.section - b.section);
    // Few sections have all words of a question.
    const hits = all.filter(({ length }, at) => at < 12 || length === all[0].length);
    const terms = found.flatMap((entries, at) =>
      entries[0]?.[0].startsWith(typed[at]) ? typed[at] : entries.map(([key]) => key));
    return { hits, terms, paths: index.paths };
  };

  // The best hits by page, as [title, address, heading, text].
  const groupsOf = ({ hits, paths }, room) => {
    const groups = new Map();
    for (const { page, place } of hits) {
      const group = groups.get(page) ?? [];
      if (!room || group.length > 2) continue;
      room--;
      // A file has four sections.
      group.push(load(`../${paths[page]}.search-${place >> 2}`).then((list) => list[place % 4]));
      groups.set(page, group);
    }
    return Promise.all([...groups.values()].map((group) => Promise.all(group)));
  };

  // Where a text has one of the terms.
  const matchesIn = (text, terms) => {
    const folded = text.replace(/[^\0-\x7f]/g, (letter) => fold(letter)[0] ?? " ").toLowerCase();
    const pattern = terms.join("|").replace(/\b(?=\w{1,3}\b)/g, "(?<![a-z\\d])")
      .replace(/([぀-鿿])([぀-鿿])/g, "$&|(?<=$1)$2");
    return [...folded.matchAll(new RegExp(pattern, "gu"))];
  };

  // The line with the longest of the terms, or what is near it, from the beginning of a word.
  const excerptOf = (text, terms) => {
    const first = matchesIn(text, terms).sort(([a], [b]) => b.length - a.length)[0]?.index ?? 0;
    const line = text.lastIndexOf("\n", first) + 1;
    const start = Math.max(line, first - 60, text.lastIndexOf(" ", first - 25) + 1);
    const end = start + 180;
    return (start > line ? "…" : "") + text.slice(start, end) + (end < text.length ? "…" : "");
  };

  // A text with its terms marked.
  const marked = (text, terms) => {
    let done = 0;
    const parts = [];
    for (const { index, 0: term } of matchesIn(text, terms)) {
      parts.push(text.slice(done, index), make("mark", {}, text.slice(index, index + term.length)));
      done = index + term.length;
    }
    return [...parts, text.slice(done)];
  };

  const foundText = (hits) => {
    const pages = new Set(hits.map(({ page }) => page)).size;
    const text = hits.length < 2 ? strings.searchOne
      : pages < 2 ? strings.searchOnePage : strings.searchFound;
    return text.replace("{count}", hits.length).replace("{pages}", pages);
  };

  // Shows the most results of what is typed in a list, and says how many there are in the status.
  const attach = (input, list, status, most, onResults) => {
    let turn = 0;
    let options = [];
    let active = 0;
    let pause, goes;
    const activate = (number) => {
      input.removeAttribute("aria-activedescendant");
      if (!options.length) return;
      if (options[active]) options[active].ariaSelected = null;
      active = (number + options.length) % options.length;
      const option = options[active];
      option.ariaSelected = true;
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    };
    const link = (address, name, text, terms, className) => {
      const option = make("a", {
        href: new URL(address, site), className, role: "option", id: "docgen-search-" + options.length,
      }, make("span", {}, ...marked(name, terms)), make("small", {}, ...marked(excerptOf(text, terms), terms)));
      options.push(option);
      return option;
    };
    // The page, then its sections.
    const groupOf = (results, terms) => {
      const [title, address] = results[0];
      const lead = results.find((result) => !result[1].includes("#"));
      const group = make("div", { role: "group", ariaLabel: title },
        link(address.split("#")[0], title, lead?.[3] ?? "", terms, "search-page"));
      const shown = [lead?.[1]];
      for (const [, address, heading, text] of results) {
        // A long section is several.
        if (shown.includes(address)) continue;
        shown.push(address);
        group.append(link(address, heading, text, terms, "search-section"));
      }
      return group;
    };
    const search = async (room) => {
      const query = input.value.trim();
      const current = ++turn;
      let [results, found, message] = [[], { hits: [] }];
      try {
        if (query) found = await find(query);
        results = await groupsOf(found, room);
        // Few letters are the beginning of a word.
        message = found.hits.length ? foundText(found.hits) : /^\w?\w?$/.test(query) ? "" : strings.searchNone;
      } catch {
        message = strings.searchFailed;
      }
      if (current !== turn) return;
      options = [];
      list.replaceChildren(...results.map((result) => groupOf(result, found.terms)));
      status.textContent = message;
      input.ariaExpanded = options.length > 0;
      activate(results[0]?.[0][1].includes("#") ? 1 : 0);
      onResults(query);
      if (goes) options[active]?.click();
      // The rest follows when the reader waits for it.
      if (list.ariaBusy = room < most && found.hits.length > room) pause = setTimeout(search, 500, most);
    };
    input.role = "combobox";
    input.setAttribute("aria-controls", list.id = "docgen-search");
    list.role = "listbox";
    input.ariaLabel = list.ariaLabel = strings.searchLabel;
    // Few results in a short pause, because each beginning of a word has others to fetch.
    input.addEventListener("input", () => {
      clearTimeout(pause);
      // Results of what was typed before would come too late.
      turn++;
      goes = false;
      options = [];
      status.textContent = "";
      pause = setTimeout(search, 150, 3);
    });
    input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
      // 229 is a key of an input method; in Safari, the one that ends a composition is only that.
      if (step === undefined || event.keyCode === 229) return;
      event.preventDefault();
      // Enter before there are results waits for them.
      if (!options.length) {
        goes = !step;
        return;
      }
      // What is chosen must not move.
      clearTimeout(pause);
      turn++;
      list.ariaBusy = false;
      if (step) activate(active + step); else options[active].click();
    });
    search(most);
  };

  let dialog, input;
  const open = () => {
    if (!dialog) {
      input = make("input", { spellcheck: false });
      const list = make("div");
      const status = make("p", { role: "status" });
      const all = make("a", {}, strings.searchAll);
      dialog = make("dialog", { className: "search-dialog", ariaLabel: strings.searchLabel },
        make("div", {}, input, make("button", {}, strings.searchClose)), list,
        make("div", {}, status, all, make("span", {}, strings.searchKeys)));
      attach(input, list, status, 12, (query) => {
        all.href = new URL("search/index.html?" + new URLSearchParams({ q: query }), site);
      });
      // The backdrop belongs to the dialog.
      dialog.addEventListener("click", ({ target }) => {
        if (target === dialog || target.closest("a, button")) dialog.close();
      });
      document.body.append(dialog);
    }
    dialog.showModal();
    input.select();
  };

  const form = document.querySelector(".search-form");
  if (form) {
    const [list, status, contents] = ["results", "status", "contents"]
      .map((name) => document.querySelector(".search-" + name));
    form.q.value = new URLSearchParams(location.search).get("q");
    attach(form.q, list, status, 60, () => { contents.hidden = list.firstChild; });
  }

  for (const type of ["keydown", "click"]) {
    addEventListener(type, (event) => {
      const { key, target } = event;
      const isMeant = event.ctrlKey || event.metaKey ? key === "k"
        : key ? key === "/" && !target.closest("input, textarea, select") : target.closest("[data-search]");
      if (!isMeant || event.altKey) return;
      event.preventDefault();
      if (form) form.q.focus(); else open();
    });
  }
}
