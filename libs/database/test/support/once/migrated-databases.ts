import { readFile } from 'node:fs/promises';
import { prepared } from '@resource-catalogue/testing/prepared-files';
import { SharedDatabase } from './shared-database.js';

/** The image of a migrated, empty database. */
export const migratedImage = async (): Promise<Blob> => new Blob([await readFile(prepared('test-data-empty.tar'))]);

export const migratedDatabases = new SharedDatabase(migratedImage);
