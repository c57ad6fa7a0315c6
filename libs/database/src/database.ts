import { type DynamicModule, Module } from '@nestjs/common';
import { PrismaService } from './prisma.service.js';
import type { ReadSource, Row, Statement } from './read-source.js';

/** A connection without time limits: temporary tables that are made on it last as long as it does. */
export interface Session {
  query(statement: Statement, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs a script of statements without values. */
  exec(script: string): Promise<void>;
  /** Appends rows, as text of the COPY format, to the columns of a table. */
  append(table: string, columns: readonly string[], rows: Uint8Array<ArrayBuffer>): Promise<void>;
  /** All that the work does with the session that it is given is stored, or nothing. */
  transaction<T>(work: (inside: Session) => Promise<T>): Promise<T>;
}

/** How many connections there are, how many of them nobody uses, and who waits for one. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** For all writes, and for reads that are no lists of the interface. */
  readonly prisma: PrismaService;
  readonly source: ReadSource;
  /** For collections that are only read: the source, or replicas that may be a little behind it. */
  readonly reads: ReadSource;
  /** Runs work on `prisma` when its turn comes: only so many writes run at a time (ERR-6). */
  writing<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a script of statements without values. */
  exec(script: string): Promise<void>;
  /** Runs the work on a connection of its own; on the embedded database that is the only one. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Of the pool of connections to a server; null on the embedded database, which has none. */
  connections(): ConnectionCounts | null;
  /** May be called twice. */
  close(): Promise<void>;
}

/** The open database, for what writes to it. */
export const DATABASE = Symbol('database');

@Module({})
export class DatabaseModule {
  static on(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DATABASE, useValue: database },
        { provide: PrismaService, useValue: database.prisma },
      ],
      exports: [DATABASE, PrismaService],
    };
  }
}
