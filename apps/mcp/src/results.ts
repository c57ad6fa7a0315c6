import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type CatalogueError, isCatalogueError } from '@resource-catalogue/client';
import { maxCharacters } from './compact.js';

const shorten = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (cut: request fewer rows)` : text;

export function toResult(value: object): CallToolResult {
  const text = JSON.stringify(value);
  const structuredContent = text.length > maxCharacters ? undefined : { ...value };
  return { content: [{ type: 'text', text: shorten(text) }], ...(structuredContent && { structuredContent }) };
}

/** Describes a failure as the service does: title, detail and each error with its location. */
export function toError(error: unknown): CallToolResult {
  const lines = isCatalogueError(error) ? describe(error) : [error instanceof Error ? error.message : String(error)];
  return { isError: true, content: [{ type: 'text', text: shorten(lines.join('\n')) }] };
}

function describe({ problem, status, retryAfterMs, challenge, message }: CatalogueError): string[] {
  return [
    problem ? `${problem.title} (${problem.status}): ${problem.detail}` : message,
    ...(problem?.errors ?? []).map(
      ({ parameter, pointer, header, detail }) => `- ${parameter ?? pointer ?? header}: ${detail}`,
    ),
    ...(status === 401 ? ['Ask the user for a valid access token.'] : []),
    ...(challenge?.scope === undefined ? [] : [`The access token needs the scope ${challenge.scope}.`]),
    ...(retryAfterMs === undefined ? [] : [`Try again in ${Math.ceil(retryAfterMs / 1000)} s.`]),
  ];
}
