import { useContext, useRef } from 'preact/hooks';
import type { JsonObject } from '../interface/json.js';
import { ask, toPage } from '../request/ask.js';
import { isTemporary } from '../request/asking.js';
import { askPages, fullPages } from '../request/pages.js';
import { type Pair, findValue, formatTarget } from '../request/route.js';
import { type Answered, ClockContext, own, useAsking, useSession, useShown } from './session.js';

/** A list that a view needs. */
export interface Listed extends Answered {
  /** Those of the last success, also while the request fails temporarily; empty until they arrive. */
  readonly rows: readonly JsonObject[];
  /** When the rows were read, in milliseconds since 1970; null without rows. */
  readonly readAt: number | null;
  /** Whether there are more rows than a view reads. */
  readonly hasMore: boolean;
}

/** Reads a list up to `maxRows`, or up to the limit of the query; null reads nothing. */
export function useRows(name: string, query: readonly Pair[] | null): Listed {
  const { catalogue, token } = useSession();
  const clock = useContext(ClockContext);
  const collection = catalogue.collections.find((one) => one.name === name);
  const asked = query && collection ? fullPages(query) : null;
  const target = asked && collection ? formatTarget(collection.path, asked) : null;
  const max = query && findValue(query, 'limit') !== null ? 1 : undefined;
  const answered = useAsking(target === null || token === null ? null : JSON.stringify([target, token]), (signal) =>
    askPages((page) => ask(own(page), token, signal), collection?.path ?? '', asked ?? [], max),
  );
  const { reply } = answered;
  useShown(target === null || !collection ? null : { target, collection, asked: asked ?? [], reply });
  const last = useRef<{ target: string | null; reply: typeof reply; at: number } | null>(null);
  if (reply?.ok && last.current?.reply !== reply) last.current = { target, reply, at: clock.now() };
  const isFailing = reply?.ok === false && isTemporary(reply.failure);
  const kept = last.current?.target === target && (reply === null || reply.ok || isFailing) ? last.current : null;
  const { rows, next } = kept?.reply?.ok ? toPage(kept.reply.body) : { rows: [], next: null };
  return { ...answered, rows, readAt: kept?.at ?? null, hasMore: next !== null };
}
