import { pathOf, projectsContract, spacesContract } from '@resource-catalogue/contracts';
import { publicCatalogueCommand } from '@resource-catalogue/program';
import { brand, escapeHtml, pageLinks, pageLayout } from './page-layout.js';

/** A collection, as the OpenAPI document describes it. */
interface Described {
  readonly name: string;
  readonly description?: string;
}

interface HomeParts {
  /** HTML of the spaces that people without a token may see. */
  readonly spaces?: string;
  readonly imageHosts?: readonly string[];
  /** The shell command that runs the command line, such as `npm run catalogue --`. */
  readonly command?: string;
}

/**
 * Welcomes makers, then describes the service to developers; readable without scripts. The explorer looks for these
 * elements: `explorer`, which has its settings, `welcome`, `developers`, and a line for each collection.
 */
export function homePage(
  baseUrl: string,
  collections: readonly Described[],
  { spaces = '', imageHosts = [], command = publicCatalogueCommand() }: HomeParts = {},
): string {
  const lines = collections
    .map(
      ({ name, description = '' }) =>
        `<li data-collection="${name}"><a href="docs#tag/${name}">${name}</a><span>${escapeHtml(description)}</span></li>`,
    )
    .join('\n');
  return pageLayout({
    title: 'Resource Catalogue',
    root: './',
    head:
      '<link rel="modulepreload" href="explorer/chunk.js">' +
      '<script type="module" src="explorer/explorer.js"></script>',
    header: `<header class="top" id="top">${brand('./')}</header>`,
    body: `<div id="explorer" data-catalogue="${escapeHtml(command)}" data-images="${escapeHtml(imageHosts.join(' '))}"></div>
<main id="home"><section id="welcome" aria-labelledby="welcome-title"><h1 id="welcome-title">${spaces === '' ? 'What is free in the workshop?' : 'Welcome to the workshop'}</h1>
<p class="lead">Machines and rooms, courses and events, for people with an access token of the workshop.</p>${
      spaces === '' ? '' : `<div class="cards">${spaces}</div>`
    }</section>
<section id="developers" class="developers" aria-labelledby="developers-title"><h2 id="developers-title">For developers</h2>
<p class="soft">The catalogue of a shared workshop, as JSON over HTTP: for calendars, dashboards, doors and websites.</p>
<div class="split"><section aria-labelledby="collections"><h3 id="collections">${collections.length} collections</h3>
<ul class="fields collections">
${lines}</ul></section>
<section aria-labelledby="begin"><h3 id="begin">How to begin</h3><ol>
<li>Get an access token. With demo data, the start of the service has printed one; the operator creates others:
<pre tabindex="0">${escapeHtml(command)} tokens create \\\n  --name me --scopes read</pre></li>
<li>Keep it in a variable, and send a request:
<pre tabindex="0">export TOKEN=rct_…
${curl(baseUrl, `${pathOf(spacesContract)}?limit=5`)}</pre></li>
<li>Filter and sort. The <a href="docs">reference</a> lists the parameters of each collection:
<pre tabindex="0">${curl(baseUrl, `${pathOf(projectsContract)}?filters[updated_at][gte]=2026-01-01&sort=-updated_at`)}</pre></li>
</ol></section></div></section></main>
<footer class="foot"><nav class="links" aria-label="Service">${pageLinks('./')}</nav></footer>`,
  });
}

/** Without --globoff, curl treats brackets as a range. */
const curl = (baseUrl: string, target: string): string =>
  escapeHtml(
    `curl ${target.includes('[') ? '--globoff ' : ''}-H "Authorization: Bearer $TOKEN" \\\n'${(baseUrl + target).replaceAll("'", '%27')}'`,
  );
