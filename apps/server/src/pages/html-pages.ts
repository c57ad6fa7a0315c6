import { type AnyCollectionContract, collections, pathOf, projectsContract } from '@resource-catalogue/contracts';

export function homePage(): string {
  const rows = collections
    .map((contract) => `<tr><td><code>${pathOf(contract)}</code></td><td>${operationsOf(contract)}</td></tr>`)
    .join('');
  return htmlPage(
    'Resource Catalogue',
    `<h1>Resource Catalogue</h1>
<p class="soft">The catalogue of a shared workshop over HTTP and JSON, version 1.</p>
<p><a href="docs">Reference, where you can try requests</a> · <a href="openapi.json">OpenAPI document</a> ·
<a href="health/ready">Readiness</a></p>
<table><thead><tr><th>Collection</th><th>Operations</th></tr></thead><tbody>${rows}</tbody></table>
<p>Every operation needs an access token: <code>Authorization: Bearer &lt;ACCESS_TOKEN&gt;</code>.
The operator issues tokens with <code>catalogue tokens create</code>.</p>`,
  );
}

function operationsOf(contract: AnyCollectionContract): string {
  if (contract === projectsContract) return 'list, get, create, update';
  return contract.get ? 'list, get' : 'list';
}

interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
}

export function problemPage(code: string, { status, title, explanation }: ProblemEntry): string {
  return htmlPage(
    title,
    `<p class="soft">Problem <code>${code}</code> · status ${status}</p><h1>${title}</h1><p>${explanation}</p>
<p><a href="../docs">Reference</a></p>`,
  );
}

const style = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #57606a; --accent: #0b6e4f; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #9198a1; --accent: #4cc38a; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; margin-bottom: .25rem; } a { color: var(--accent); }
code { font: .92em ui-monospace, monospace; } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); }`;

/** A small page that loads nothing. `body` is HTML of the service's own: never put a part of a request into it. */
function htmlPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${style}</style></head><body>${body}</body></html>`
  );
}
