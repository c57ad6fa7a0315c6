import type { Response } from 'express';

/** Bytes per part: a single write would not show whether the client is reading. */
const part = 256 * 1024;

/** Returns at once: waiting for the client would keep everything that the body was built from in memory. */
export function writeInParts(response: Response, body: Buffer | string): void {
  if (body.length <= part) {
    response.end(body);
    return;
  }
  let rest = typeof body === 'string' ? Buffer.from(body) : body;
  const more = (): void => {
    while (rest.length > part) {
      const taken = response.write(rest.subarray(0, part));
      rest = rest.subarray(part);
      response.locals.unwritten = rest.length;
      if (!taken) return;
    }
    response.off('drain', more);
    response.locals.unwritten = 0;
    response.end(rest);
  };
  response.on('drain', more);
  more();
}
