import type { JsonObject } from '../interface/json.js';
import { toPage } from '../request/ask.js';
import { listCall } from '../request/commands.js';
import { type Pair, formatTarget } from '../request/route.js';
import { type Answered, useReply, useSession } from './session.js';

/** The largest page (PAGE-2): pictures show no more rows. */
const limit = { name: 'limit', value: '200' };

/** A list that a view needs, with its request. */
export interface Listed extends Answered {
  readonly target: string;
  readonly call: string;
  /** Empty until they arrive. */
  readonly rows: readonly JsonObject[];
  /** Whether there are more rows than fit a page. */
  readonly hasMore: boolean;
}

/** Reads the first page of a collection; null reads nothing. */
export function useRows(name: string, query: readonly Pair[] | null): Listed {
  const collection = useSession().catalogue.collections.find((one) => one.name === name);
  const asked =
    query && collection ? [...query, ...(query.some((pair) => pair.name === 'limit') ? [] : [limit])] : null;
  const target = asked && collection ? formatTarget(collection.path, asked) : null;
  const answered = useReply(target);
  const { rows, next } = answered.reply?.ok ? toPage(answered.reply.body) : { rows: [], next: null };
  return {
    ...answered,
    target: target ?? '',
    call: asked && collection ? listCall(collection, asked) : '',
    rows,
    hasMore: next !== null,
  };
}
