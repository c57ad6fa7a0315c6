import { readId, readIds } from '../json.js';
import type { CheckContext } from '../kit/context.js';
import { findSmallest } from '../kit/smallest.js';
import { type Evidence, Violation } from '../kit/violation.js';
import type { Exchange } from '../target/exchange.js';
import { TransportError } from '../target/wire.js';

/** Adds to a violation its requests, the source of its cursors, and on request the smallest request that fails. */
export async function completeEvidence(
  context: CheckContext,
  violation: Violation,
  shrinks: boolean,
): Promise<Violation> {
  const { evidence } = violation;
  const { trace } = context;
  const sequence = trace.sequence(evidence.exchanges);
  const origins = evidence.exchanges.flatMap((exchange) => trace.notesOn(exchange));
  const notes = [...new Set([...origins, ...(evidence.notes ?? [])])];
  const exchanges = [...(await readAgain(context, evidence)), ...evidence.exchanges];
  const smallest = shrinks ? await findSmallest(context, evidence) : null;
  return new Violation({ ...evidence, exchanges, notes, sequence, ...(smallest && { smallest }) });
}

/** Requests the snapshot rows that a check inspected without a request, once per collection. */
async function readAgain(context: CheckContext, { rows = [], exchanges: sent }: Evidence): Promise<Exchange[]> {
  // At most one of two views of a row has a known request.
  const isComparison = rows.length > 1 && rows[0]?.['id'] === rows[1]?.['id'];
  if (sent.length > (isComparison ? 1 : 0)) return [];
  const ids = [...new Set(readIds(rows))];
  const lists = [...context.snapshot].flatMap(([name, known]) => {
    const own = known.rows.map(readId).filter((id) => ids.includes(id));
    return own.length === 0 ? [] : [`/api/v1/${name}?filters[id][in]=${own.map(encodeURIComponent).join(',')}`];
  });
  try {
    return await Promise.all(lists.map((list) => context.get(list)));
  } catch (error) {
    if (error instanceof TransportError) return [];
    throw error;
  }
}
