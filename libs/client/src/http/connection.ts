import ky from 'ky';
import { withoutNullish } from '../objects.js';
import type { ClientEvent } from './events.js';
import { type ClientOptions, type ResolvedOptions, resolveOptions } from './options.js';

/** State shared by all calls of a client. */
export interface Connection {
  readonly options: ResolvedOptions;
  /** The token to send; the signal ends the attempt that waits for it. */
  readonly token: (signal: AbortSignal) => Promise<string>;
  /** Emits an event; an event with a subject is emitted only once per subject. */
  readonly emit: (event: ClientEvent, subject?: string) => void;
  /** Sends one request; the signal ends it. */
  readonly send: (address: string, request: RequestInit & { readonly signal: AbortSignal }) => Promise<Response>;
}

/** Validates the options of a client and creates the state of its calls. */
export function connect(options: ClientOptions, token: Connection['token']): Connection {
  const warned = new Set<string>();
  const emit: Connection['emit'] = (event, subject) => {
    if (subject !== undefined && warned.has(subject)) return;
    if (subject !== undefined) warned.add(subject);
    try {
      if (options.onEvent) options.onEvent(event);
      else if (event.type === 'warning') console.warn(event.message);
    } catch {
      // A listener never breaks a call.
    }
  };
  return { options: resolveOptions(options), token, emit, send: singleAttempts(options) };
}

/** ky sends one request. Retries and timeouts are our own, because they concern all calls of a client (see ADR 7). */
function singleAttempts({ fetch, hooks }: ClientOptions): Connection['send'] {
  // The interface has no redirects, and following one could send the token elsewhere.
  const redirect = 'manual';
  const once = ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect,
    ...withoutNullish({ fetch, hooks }),
  });
  return (address, request) => {
    try {
      return once(address, request);
    } catch (error) {
      // ky fails at once in jsdom, because Node's `Request` refuses jsdom's signals. Without a signal the call still ends in
      // time, and the body of a late response is canceled.
      if (request.signal.aborted || hooks) throw error;
      return (fetch ?? globalThis.fetch)(new Request(address, { ...request, redirect, signal: null }));
    }
  };
}
