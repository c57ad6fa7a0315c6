import { pathOf, projectsContract, spacesContract } from '@resource-catalogue/contracts';

/** A collection as the OpenAPI document describes it. */
interface Described {
  readonly name: string;
  readonly description?: string;
}

/**
 * What the service is, what it holds and how to begin, to be read without scripts. The explorer finds its places in it:
 * `explorer`, `home`, and a line for each collection.
 */
export function homePage(baseUrl: string, collections: readonly Described[]): string {
  const lines = collections
    .map(
      ({ name, description = '' }) =>
        `<li data-collection="${name}"><a href="docs#tag/${name}">${name}</a><span>${escaped(description)}</span></li>`,
    )
    .join('\n');
  return `${headOf('Resource Catalogue')}<link rel="icon" href="explorer/icon.svg"><link rel="stylesheet" href="explorer/explorer.css">
<script type="module" src="explorer/explorer.js"></script></head><body>
<header class="top"><a class="brand" href="./">Resource Catalogue</a><nav aria-label="Service">
<a href="docs">Reference</a> <a href="openapi.json">OpenAPI</a> <a id="readiness" href="health/ready">Readiness</a></nav></header>
<div id="explorer"></div>
<main id="home"><h1>The catalogue of a shared workshop, as JSON over HTTP</h1>
<p class="lead">Machines, rooms, events, members, projects and bookings, for calendars, dashboards and websites. Read-only, but for
projects.</p>
<div class="first"><section aria-labelledby="held"><h2 id="held">${collections.length} collections</h2>
<ul class="held">
${lines}</ul></section>
<section aria-labelledby="begin"><h2 id="begin">How to begin</h2><ol>
<li>Get an access token. Where there is demo data, the start of the service has printed one; the operator makes others:
<pre tabindex="0">npm run catalogue -- tokens create \\\n  --name me --scopes read</pre></li>
<li>Keep it in a variable, and ask:
<pre tabindex="0">export TOKEN=rct_…
${curl(baseUrl, `${pathOf(spacesContract)}?limit=5`)}</pre></li>
<li>Filter and sort. What a list can be asked is in the <a href="docs">reference</a>:
<pre tabindex="0">${curl(baseUrl, `${pathOf(projectsContract)}?filters[updated_at][gte]=2026-01-01&sort=-updated_at`)}</pre></li>
</ol></section></div></main></body></html>`;
}

/** Without --globoff curl takes brackets for a range of its own. */
const curl = (baseUrl: string, target: string): string =>
  escaped(
    `curl ${target.includes('[') ? '--globoff ' : ''}-H "Authorization: Bearer $TOKEN" \\\n'${(baseUrl + target).replaceAll("'", '%27')}'`,
  );

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For texts between tags: the base URL may be one that the client has chosen. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const style = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #57606a; --accent: #0b6e4f; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #9198a1; --accent: #4cc38a; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; margin-bottom: .25rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; } a { color: var(--accent); }
code { font: .92em ui-monospace, monospace; } .soft { color: var(--soft); }
pre { font: .85em/1.5 ui-monospace, monospace; overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); }`;

/** A small page that loads nothing. `body` is HTML of the service's own: never put a part of a request into it. */
export const htmlPage = (title: string, body: string): string =>
  `${headOf(title)}<style>${style}</style></head><body>${body}</body></html>`;

const headOf = (title: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>${title}</title>`;
