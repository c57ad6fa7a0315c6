import { pathOf, projectsContract, spacesContract } from '@resource-catalogue/contracts';
import { publicCatalogueCommand } from '@resource-catalogue/program';
import { escapeHtml, pageLayout } from '../response/page-layout.js';

/** A collection, as the OpenAPI document describes it. */
interface Described {
  readonly name: string;
  readonly description?: string;
}

/**
 * Describes the service, its collections and how to begin, readable without scripts. The explorer looks for these
 * elements: `explorer`, which has the command that runs the command line, `home`, and a line for each collection.
 */
export function homePage(
  baseUrl: string,
  collections: readonly Described[],
  command: string = publicCatalogueCommand(),
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
    body: `<div id="explorer" data-catalogue="${escapeHtml(command)}"></div>
<main id="home"><h1>The catalogue of a shared workshop, as JSON over HTTP</h1>
<p class="lead">Machines, rooms, events, members, projects and bookings, for calendars, dashboards and websites. Read-only, but for
projects.</p>
<div class="first"><section aria-labelledby="held"><h2 id="held">${collections.length} collections</h2>
<ul class="held">
${lines}</ul></section>
<section aria-labelledby="begin"><h2 id="begin">How to begin</h2><ol>
<li>Get an access token. Where there is demo data, the start of the service has printed one; the operator makes others:
<pre tabindex="0">${escapeHtml(command)} tokens create \\\n  --name me --scopes read</pre></li>
<li>Keep it in a variable, and ask:
<pre tabindex="0">export TOKEN=rct_…
${curl(baseUrl, `${pathOf(spacesContract)}?limit=5`)}</pre></li>
<li>Filter and sort. What a list can be asked is in the <a href="docs">reference</a>:
<pre tabindex="0">${curl(baseUrl, `${pathOf(projectsContract)}?filters[updated_at][gte]=2026-01-01&sort=-updated_at`)}</pre></li>
</ol></section></div></main>`,
  });
}

/** Without --globoff, curl treats brackets as a range. */
const curl = (baseUrl: string, target: string): string =>
  escapeHtml(
    `curl ${target.includes('[') ? '--globoff ' : ''}-H "Authorization: Bearer $TOKEN" \\\n'${(baseUrl + target).replaceAll("'", '%27')}'`,
  );
