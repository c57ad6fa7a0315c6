import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { openInMemory } from '@resource-catalogue/database';
import { readConfiguration } from '@resource-catalogue/program';
import { createApp } from './create-app.js';
import { openApiDocument } from './openapi/document.js';

// Writes the OpenAPI document, which is committed with the sources so that reviews show changes of the interface.
const database = await openInMemory();
const app = await createApp(readConfiguration({}), database, pino({ level: 'warn' }));
const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
await app.close();
await database.close();
