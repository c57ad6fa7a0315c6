import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Overload, within } from '@resource-catalogue/concurrency';
import { DATABASE, type Database, transactionLimits } from '@resource-catalogue/database';
import { ProblemError } from '../errors/problem-error.js';
import { getRequest } from '../http/request-context.js';

/** ERR-4: rejects writes with 405 while the catalogue is a mirror, because only its source may be written. */
@Injectable()
export class MirrorGuard implements CanActivate {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    return safeMethods.has(getRequest(context).method) || this.rejectInMirror();
  }

  private async rejectInMirror(): Promise<true> {
    const source = await findMirroredSource(this.database);
    if (source === null) return true;
    throw new ProblemError(
      'method_not_allowed',
      `This server is a read-only mirror of ${source}. Send the request there.`,
      { headers: { Allow: [...safeMethods].join(', ') } },
    );
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const mirrorStatement = { name: 'mirrored', text: 'SELECT source FROM mirrors WHERE refuses_writes LIMIT 1' };

/**
 * The source of the catalogue if it is a mirror that rejects writes; otherwise null. Waits for a connection no longer
 * than the write itself would.
 */
async function findMirroredSource(database: Pick<Database, 'source' | 'writing'>): Promise<string | null> {
  const [row] = await database.writing(() =>
    within(transactionLimits.maxWait, database.source.query(mirrorStatement, []), (message) => new Overload(message)),
  );
  return row?.[0] ?? null;
}
