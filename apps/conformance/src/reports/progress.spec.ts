import { describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { resultOf } from '../../test/results.js';
import { progress } from './progress.js';

/** A stream that is no terminal, and what was written to it. */
function listening(): { stream: NodeJS.WriteStream; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { stream: Object.assign(stream as NodeJS.WriteStream, { isTTY: false }), lines };
}

describe('the progress', () => {
  it('counts a check that is run again once, and as it ended last', () => {
    const { stream, lines } = listening();
    const listener = progress(stream, (_, text) => text);
    listener.start?.(2, 0);
    listener.result?.(resultOf({ outcome: 'failed' }));
    listener.result?.(resultOf());
    listener.result?.(resultOf({ subject: 'users' }));
    expect(lines).toEqual(['1/2 checks, 1 failed so far\n', '2/2 checks\n']);
  });
});
