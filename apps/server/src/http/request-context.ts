import type { IncomingMessage } from 'node:http';
import type { Principal } from '../auth/principal.js';

/** What the service knows of a request besides what the client sent. */
export interface RequestContext {
  readonly requestId: string;
  principal: Principal | null;
}

const contexts = new WeakMap<IncomingMessage, RequestContext>();

export function openContext(request: IncomingMessage, requestId: string): void {
  contexts.set(request, { requestId, principal: null });
}

export function contextOf(request: IncomingMessage): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error('The request has no context: the request-id middleware must run first.');
  return context;
}
