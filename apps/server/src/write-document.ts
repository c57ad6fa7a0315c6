import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '@resource-catalogue/database';
import { readConfiguration } from '@resource-catalogue/program';
import { createApp } from './create-app.js';
import { openApiDocument } from './openapi/document.js';

// Writes the OpenAPI document, which is committed with the sources so that reviews show changes of the API.
const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-document-'));
const database = await openDatabase({ databaseUrl: null, dataDir });
const app = await createApp(readConfiguration({}), database, pino({ level: 'warn' }));
const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
await app.close();
await database.close();
await rm(dataDir, { recursive: true });
