import type { Response } from 'express';

/** A body is written in parts of so many bytes: of one that is written at once nobody could see whether it is being read. */
const part = 256 * 1024;

/** Returns at once: whoever waited for the client would keep all that the body was made of. */
export function writeInParts(response: Response, body: Buffer): void {
  if (body.length <= part) {
    response.end(body);
    return;
  }
  let rest = body;
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
