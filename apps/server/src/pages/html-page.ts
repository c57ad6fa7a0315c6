const style = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #57606a; --accent: #0b6e4f; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #9198a1; --accent: #4cc38a; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; margin-bottom: .25rem; } a { color: var(--accent); }
code { font: .92em ui-monospace, monospace; } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); }`;

/** A small page that loads nothing. `body` is HTML of the service's own; nothing of a request may stand in it. */
export function htmlPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${style}</style></head><body>${body}</body></html>`
  );
}
