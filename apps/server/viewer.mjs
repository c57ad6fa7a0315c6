import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import scalar from '@scalar/fastify-api-reference';

// Writes the script of the reference at /docs. Scalar's own package has 270 dependencies (290 MB), but its Fastify
// plugin has few and serves the same script. The plugin only registers routes, so this passes it a minimal stand-in for
// Fastify.
const folder = join(import.meta.dirname, 'generated');
const plugin = dirname(dirname(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))));

const routes = new Map();
const instance = { route: ({ url, handler }) => routes.set(url, handler) };
scalar(instance, { routePrefix: '/docs', configuration: { url: 'openapi.json' } }, () => {});
const handler = routes.get('/docs/js/scalar.js');
if (!handler) throw new Error("Scalar's plugin has no route /docs/js/scalar.js; it may have changed.");
const reply = { header: () => reply, send: (body) => body };

await mkdir(folder, { recursive: true });
// Browsers would request the source map, which is not published.
await writeFile(join(folder, 'viewer.js'), handler({}, reply).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
await copyFile(join(plugin, 'LICENSE'), join(folder, 'viewer-LICENSE'));
