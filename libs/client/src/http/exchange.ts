import ky from 'ky';
import { given } from '../values/given.js';
import type { CatalogueRequest } from './request.js';
import type { Settings } from './settings.js';

/** Headers to send, by their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** A whole answer: its body has been read. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends one request and reads the whole answer. ky does this and nothing more: it would repeat, cap waits and time bodies
 * by rules that are not those of the interface.
 */
export async function exchange(
  { fetch, hooks }: Settings,
  url: string,
  { method, body }: CatalogueRequest,
  headers: RequestHeaders,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  try {
    const response = await ky(url, {
      method,
      headers,
      signal,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // The interface has no redirects, and following one could carry the token elsewhere.
      redirect: 'manual',
      ...given({ body, fetch, hooks }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    // Errors of ky hold the request, and with it the token; what they wrap does not.
    throw error instanceof Error && 'request' in error ? error.cause : error;
  }
}
