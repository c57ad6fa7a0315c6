import type { PrismaClient } from '@resource-catalogue/prisma';
import type { ReadSource } from './read-source.js';

/** Sends text of the COPY format, in chunks of whole rows, to the columns of a table, and counts its rows for the planner. */
export type CopyText = (table: string, columns: readonly string[], chunks: AsyncIterable<string>) => Promise<void>;

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
