import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Database, DATABASE } from '../database/database.js';
import { stateOf } from '../database/read-source.js';
import { noneMatch } from '../http/request-head.js';
import { Counts } from '../observability/counts.js';
import { Answer } from './send.js';

/** Characters of addresses and headers that are kept: some 10,000 addresses. */
const size = 4_000_000;

interface Unchanged {
  readonly state: string;
  readonly tag: string;
  readonly answer: Answer;
}

/**
 * HTTP-2: gives a 304 again without the body that it is about, while nothing at all was written since. Then a page that is asked
 * for again and again costs one short statement; on a database that is always written to, it is made each time.
 */
@Injectable()
export class UnchangedAnswers {
  private readonly known = new LRUCache<string, Unchanged>({
    maxSize: size,
    sizeCalculation: ({ answer }, address) => address.length + Object.values(answer.headers).join().length + 100,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'source' | 'reads'>,
    private readonly counts: Counts,
  ) {}

  /** The 304 to a request for the address with this If-None-Match, if it is known, else what is made. */
  async answer(address: string, ifNoneMatch: string, make: () => Promise<unknown>): Promise<unknown> {
    // Before the answer is made: what it shows is of this state, or of a later one, and then this one does not come back.
    const { source, reads } = this.database;
    // The state of one server says nothing of what another one shows.
    const now = reads === source ? await stateOf(source) : null;
    const known = this.known.get(address);
    if (known?.state === now && noneMatch(ifNoneMatch, known.tag)) {
      this.counts.unchangedAnswers += 1;
      return known.answer;
    }
    const made = await make();
    if (now !== null && made instanceof Answer && made.status === 304) {
      this.known.set(address, { state: now, tag: made.headers['ETag'] ?? '', answer: made });
    }
    return made;
  }
}
