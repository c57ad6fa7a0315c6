import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import scalar from '@scalar/fastify-api-reference';

// Writes the script of the reference at /docs. Scalar publishes it in two packages: its own has 270 dependencies (290 MB), the
// plugin for Fastify serves the same script at a route and has few. A plugin registers its routes with the instance of Fastify
// that it is given, and nothing here needs more of Fastify than that.
const folder = join(import.meta.dirname, 'generated');
const plugin = dirname(dirname(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))));

const routes = new Map();
const instance = { route: ({ url, handler }) => routes.set(url, handler) };
scalar(instance, { routePrefix: '/docs', configuration: { url: 'openapi.json' } }, () => {});
const handler = routes.get('/docs/js/scalar.js');
if (!handler) throw new Error("Scalar's plugin has no route /docs/js/scalar.js. Has it changed?");
const reply = { header: () => reply, send: (body) => body };

await mkdir(folder, { recursive: true });
// Browsers would request the source map, which is not published.
await writeFile(join(folder, 'viewer.js'), handler({}, reply).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
await copyFile(join(plugin, 'LICENSE'), join(folder, 'viewer-LICENSE'));
