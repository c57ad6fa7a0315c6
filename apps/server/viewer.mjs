import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import scalar from '@scalar/fastify-api-reference';

// Writes the script of the viewer at /docs. Scalar's own package brings 270 others and 290 MB for it; the one for Fastify has
// the same script inside, and gives it out at a route.
const folder = join(import.meta.dirname, 'generated');
const viewer = dirname(dirname(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))));

const routes = new Map();
const fastify = { initialConfig: {}, route: ({ url, handler }) => routes.set(url, handler) };
await new Promise((resolve) => {
  scalar(fastify, { routePrefix: '/docs', configuration: { url: 'openapi.json' } }, resolve);
});

const reply = { header: () => reply, send: (body) => body };
const script = routes.get('/docs/js/scalar.js')(undefined, reply);

await mkdir(folder, { recursive: true });
// Its source map is not there to be asked for.
await writeFile(join(folder, 'viewer.js'), script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
await copyFile(join(viewer, 'LICENSE'), join(folder, 'viewer-LICENSE'));
