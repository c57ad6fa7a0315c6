import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database, Overload, transactionLimits, within } from '@resource-catalogue/database';
import { ProblemError } from '../errors/problem-error.js';
import { requestOf } from '../http/request-context.js';

/** ERR-4: the methods that a path loses while the catalogue is a mirror, of which only its source may be written. */
@Injectable()
export class MirrorGuard implements CanActivate {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    return safe.has(requestOf(context).method) || this.refuseInMirror();
  }

  private async refuseInMirror(): Promise<true> {
    const source = await mirroredSource(this.database);
    if (source === null) return true;
    throw new ProblemError(
      'method_not_allowed',
      `This server mirrors ${source} and cannot be written: send the request there.`,
      { headers: { Allow: [...safe].join(', ') } },
    );
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

const mirrored = { name: 'mirrored', text: 'SELECT source FROM mirrors WHERE refuses_writes LIMIT 1' };

/**
 * Whose mirror the catalogue is, where it leaves all writes to it; else null. The one connection of an embedded database is waited
 * for no longer than by the write itself.
 */
async function mirroredSource(database: Pick<Database, 'source' | 'writing'>): Promise<string | null> {
  const [row] = await database.writing(() =>
    within(transactionLimits.maxWait, database.source.query(mirrored, []), (message) => new Overload(message)),
  );
  return row?.[0] ?? null;
}
