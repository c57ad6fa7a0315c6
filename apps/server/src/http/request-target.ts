import type { IncomingMessage } from 'node:http';

/** What a proxy's request begins with instead of a path. */
const authorityForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Brings every target that the HTTP parser lets through into the one form that the router reads without guessing: a path
 * and a query. The router's own reading drops what follows a `#`, trims spaces, and gives up on a broken host.
 */
export function takeOriginForm(request: IncomingMessage): void {
  const target = request.url ?? '';
  const authority = authorityForm.exec(target);
  // RFC 9112, 3.2.2: the host of the target stands above the header's.
  if (authority?.[1] !== undefined) request.headers.host = authority[1];
  request.url = originForm(authority ? target.slice(authority[0].length) : target);
}

function originForm(target: string): string {
  const rooted = target === '' || target.startsWith('?') ? `/${target}` : target;
  return rooted.replace(/[#\u00a0]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
