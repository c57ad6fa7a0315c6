import { type DynamicModule, Module } from '@nestjs/common';
import { PrismaService } from './prisma.service.js';
import type { ReadSource, Row, Statement } from './connections/read-source.js';

/** A connection without time limits; temporary tables last as long as it does. */
export interface Session {
  query(statement: Statement, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs a script of statements without values. */
  exec(script: string): Promise<void>;
  /** Appends rows, as text of the COPY format, to columns of a table. */
  append(table: string, columns: readonly string[], rows: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Stores everything that the work does with its session, or nothing. */
  transaction<T>(work: (inside: Session) => Promise<T>): Promise<T>;
}

/** The number of connections, how many are idle, and how many requests wait for one. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Database {
  /** For writes, and for reads other than those of collections. */
  readonly prisma: PrismaService;
  readonly source: ReadSource;
  /** For read-only collections: the source, or replicas that may lag behind it. */
  readonly reads: ReadSource;
  /** Runs work on `prisma` in turn: the number of concurrent writes is limited (ERR-6). */
  writing<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a script of statements without values. */
  exec(script: string): Promise<void>;
  /** Runs the work on its own connection. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A command that connects psql to the embedded database; null with DATABASE_URL. */
  readonly psql: string | null;
  /** State of the connection pool. */
  connections(): ConnectionCounts;
  /** May be called twice. */
  close(): Promise<void>;
}

/** The open database, for writes. */
export const DATABASE = Symbol('database');

@Module({})
export class DatabaseModule {
  static forRoot(database: Database): DynamicModule {
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
