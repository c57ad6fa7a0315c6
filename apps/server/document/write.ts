import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { telemetryPage } from './telemetry.js';

// Writes docs/operations/telemetry.md from the sources: `npx nx run server:telemetry`.
const source = await readFile(new URL('../src/http/request-log.ts', import.meta.url), 'utf8');
await writeFile(new URL('../../../docs/operations/telemetry.md', import.meta.url), await telemetryPage(source));
