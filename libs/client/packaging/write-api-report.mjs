import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reports } from './api-report.mjs';

// Keeps the declarations of the package in api/, where a review sees what changes for its users:
// npm run api -w @resource-catalogue/client
const folder = fileURLToPath(new URL('../api', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of reports()) writeFileSync(join(folder, name), text);
