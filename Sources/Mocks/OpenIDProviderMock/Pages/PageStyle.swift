/// The style of the pages: one card, light or dark as the system is, without other files.
enum PageStyle {
  static let text = """
    :root { color-scheme: light dark; --ink: #1c2330; --soft: #566076; --paper: #f3f5f9;
      --card: #fff; --line: #dbe1ea; --edge: #76829a; --accent: #0b5cba; --on-accent: #fff;
      --wash: #e6f0fc; --bad: #a8201a; --bad-wash: #fdeeec; --shade: 0 1px 2px #0f1f3d14,
      0 8px 24px #0f1f3d14; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6eaf1; --soft: #a7b1c3; --paper: #10141a; --card: #191f28; --line: #313a48;
        --edge: #8592a8; --accent: #7cb5ff; --on-accent: #0b1a2e; --wash: #1d2f47; --bad: #ff9d94;
        --bad-wash: #3a1f1f; --shade: none; }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; gap: 1.25rem;
      align-items: center; padding: 1.25rem 1rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans",
      sans-serif; overflow-wrap: anywhere; }
    main { width: 100%; max-width: 26rem; margin: auto 0; padding: 1.75rem 1.5rem 1.5rem;
      background: var(--card); border: 1px solid var(--line); border-radius: 14px;
      box-shadow: var(--shade); }
    h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
    p { margin: 0 0 1rem; }
    h1 + [role=alert] { margin-top: 1rem; }
    .lead, .hint, footer { color: var(--soft); }
    .lead strong { color: var(--ink); }
    .hint { margin: -.15rem 0 .4rem; font-size: .9375rem; }
    h2 { margin: 0 0 .5rem; font-size: 1rem; }
    ul { list-style: none; margin: 0 0 1.25rem; padding: .35rem 0; background: var(--paper);
      border: 1px solid var(--line); border-radius: 10px; }
    li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem;
      padding: .3rem .85rem; }
    code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      color: var(--soft); }
    label { display: block; font-weight: 600; margin: 0 0 .3rem; }
    input, textarea { display: block; width: 100%; min-height: 2.875rem; margin: 0 0 1rem; padding: .5rem .75rem;
      font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge);
      border-radius: 8px; }
    .box { display: flex; align-items: center; gap: .625rem; min-height: 2.875rem; }
    .box input { width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0; }
    textarea { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono",
      monospace; }
    input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono",
      monospace; letter-spacing: .12em; text-transform: uppercase; }
    .actions { display: grid; gap: .625rem; margin-top: .5rem; }
    button { min-height: 2.875rem; padding: .5rem 1rem; font: inherit; font-weight: 600;
      color: var(--accent); background: transparent; border: 1px solid var(--edge);
      border-radius: 8px; cursor: pointer; }
    button:first-child { color: var(--on-accent); background: var(--accent);
      border-color: var(--accent); }
    button:hover { text-decoration: underline; text-underline-offset: .2em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    [role=alert] { padding: .7rem .85rem; color: var(--bad); background: var(--bad-wash);
      border: 1px solid var(--bad); border-radius: 10px; }
    main > :last-child { margin-bottom: 0; }
    footer { max-width: 26rem; font-size: .875rem; text-align: center; }
    @media (forced-colors: active) { main, ul, button, [role=alert] { border-color: CanvasText; } }
    """
}
