import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

// Writes the script of the reference at /docs. Scalar publishes it in two packages: its own has 270 dependencies (290 MB), the
// plugin for Fastify serves the same script at a route and has few.
const folder = join(import.meta.dirname, 'generated');
const plugin = dirname(dirname(fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))));

const app = fastify();
await app.register(scalar, { routePrefix: '/docs', configuration: { url: 'openapi.json' } });
const { statusCode, body } = await app.inject('/docs/js/scalar.js');
if (statusCode !== 200)
  throw new Error(`Scalar's plugin answers ${statusCode} for /docs/js/scalar.js. Has its route changed?`);

await mkdir(folder, { recursive: true });
// Browsers would request the source map, which is not published.
await writeFile(join(folder, 'viewer.js'), body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
await copyFile(join(plugin, 'LICENSE'), join(folder, 'viewer-LICENSE'));
