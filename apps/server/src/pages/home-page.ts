import { type AnyCollectionContract, collections, projectsContract } from '@resource-catalogue/contracts';
import { htmlPage } from './html-page.js';

export function homePage(): string {
  const rows = collections
    .map((contract) => `<tr><td><code>/api/v1/${contract.name}</code></td><td>${operationsOf(contract)}</td></tr>`)
    .join('');
  return htmlPage(
    'Resource Catalogue',
    `<h1>Resource Catalogue</h1>
<p class="soft">The catalogue of a shared workshop over HTTP and JSON, version 1.</p>
<p><a href="docs">Reference with try-it-out</a> · <a href="openapi.json">OpenAPI document</a> ·
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
