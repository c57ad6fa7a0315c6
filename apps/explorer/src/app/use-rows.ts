import type { JsonObject } from '../interface/json.js';
import { ask, toPage } from '../request/ask.js';
import { listCall } from '../request/commands.js';
import { askPages, fullPages } from '../request/pages.js';
import { type Pair, findValue, formatTarget } from '../request/route.js';
import { type Answered, own, useAsking, useSession } from './session.js';

/** A list that a view needs, with its request. */
export interface Listed extends Answered {
  readonly target: string;
  readonly call: string;
  /** Empty until they arrive. */
  readonly rows: readonly JsonObject[];
  /** Whether there are more rows than a view reads. */
  readonly hasMore: boolean;
}

/** Reads a list up to `maxRows`, or up to the limit of the query; null reads nothing. */
export function useRows(name: string, query: readonly Pair[] | null): Listed {
  const { catalogue, token } = useSession();
  const collection = catalogue.collections.find((one) => one.name === name);
  const asked = query && collection ? fullPages(query) : null;
  const target = asked && collection ? formatTarget(collection.path, asked) : null;
  const max = query && findValue(query, 'limit') !== null ? 1 : undefined;
  const answered = useAsking(target === null || token === null ? null : JSON.stringify([target, token]), (signal) =>
    askPages((page) => ask(own(page), token, signal), collection?.path ?? '', asked ?? [], max),
  );
  const { rows, next } = answered.reply?.ok ? toPage(answered.reply.body) : { rows: [], next: null };
  return {
    ...answered,
    target: target ?? '',
    call: asked && collection ? listCall(collection, asked) : '',
    rows,
    hasMore: next !== null,
  };
}
