import { randomUUID } from 'node:crypto';
import { getHeader, type Request } from './exchange.js';

/** The credentials after `Bearer`; null without any (AUTH-2). */
export function credentialsOf(request: Request): string | null {
  const match = /^Bearer(?: +(.*))?$/is.exec(getHeader(request, 'authorization') ?? '');
  const text = match?.[1]?.trim() ?? '';
  return text === '' ? null : text;
}

export function challengeOf(error: 'invalid_token' | 'insufficient_scope' | null, scope: string | null): string {
  const parts = ['Bearer realm="catalogue"', ...(error === null ? [] : [`error="${error}"`])];
  return [...parts, ...(scope === null ? [] : [`scope="${scope}"`])].join(', ');
}

export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
