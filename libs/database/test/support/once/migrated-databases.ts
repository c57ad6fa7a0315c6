import { readFile } from 'node:fs/promises';
import { prepared } from '@resource-catalogue/testing/prepared-files';
import { SharedDatabase } from './shared-database.js';

/** An embedded database without files is made of it: migrated, and empty. */
export const migratedImage = async (): Promise<Blob> => new Blob([await readFile(prepared('test-data-empty.tar'))]);

export const migratedDatabases = new SharedDatabase(migratedImage);
