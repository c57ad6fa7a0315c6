import { PrismaClient } from '@resource-catalogue/prisma';
import type { CopyText } from './copy.js';
import { connectPostgres } from './postgres.js';
import { openEmbedded } from './embedded.js';
import type { ReadSource } from './read-source.js';

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** For all writes, and for reads that are no lists of the interface. */
  readonly prisma: PrismaClient;
  readonly source: ReadSource;
  /** Runs a script of statements without values. */
  exec(script: string): Promise<void>;
  /** Runs the work in one transaction without a time limit: what it copies is stored as a whole or not at all. */
  copying<T>(work: (copy: CopyText) => Promise<T>): Promise<T>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** A PostgreSQL URL, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** Opens the database that the settings name and brings it up to date. */
export function openDatabase({ databaseUrl, dataDir }: DatabaseSettings): Promise<Database> {
  return databaseUrl === null ? openEmbedded(dataDir) : connectPostgres(databaseUrl);
}
