import { resultId } from '../run/result.js';
import type { Listener } from '../run/run.js';
import { isFailure } from './failures.js';
import { paint } from './terminal.js';

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Updates one line on a terminal; prints an occasional line elsewhere. */
export function reportProgress(stream: Screen, isQuick = false): Listener & { end(): void } {
  let total = 0;
  // A check that is repeated on changed data counts once, with its last outcome.
  const broken = new Map<string, boolean>();
  let shown = 0;
  const clear = stream.isTTY === true ? '\r\u001b[K' : '';
  return {
    snapshot: (snapshot) => {
      const all = [...snapshot.values()];
      const rows = all.reduce((sum, one) => sum + one.rows.length, 0);
      const partial = all.filter(({ complete }) => !complete).map(({ contract }) => contract.name);
      const lacking = partial.length > 0 ? `, not all of ${partial.join(', ')}` : '';
      stream.write(`Snapshot: ${rows} rows in ${all.length} collections${lacking}.\n`);
    },
    start: (tasks, seconds) => {
      total = tasks;
      const line = `The quota of this token, or --rate, makes this run take about ${Math.ceil(seconds / 60)} minutes.`;
      if (seconds > 60) stream.write(`${line}${isQuick ? '' : ' --quick sends fewer requests.'}\n`);
    },
    outage: (reason, seconds) => stream.write(`${clear}${reason} Waiting for it for up to ${seconds} s.\n`),
    recovery: (seconds) => stream.write(`${clear}The server responds again after ${seconds.toFixed(1)} s.\n`),
    result: (result) => {
      broken.set(resultId(result), isFailure(result));
      const failed = [...broken.values()].filter(Boolean).length;
      const line = `${broken.size}/${total} checks${failed > 0 ? paint('failed', `, ${failed} failed so far`) : ''}`;
      if (clear !== '') stream.write(`${clear}${line}`);
      else if (broken.size - shown >= Math.ceil(total / 4)) {
        shown = broken.size;
        stream.write(`${line}\n`);
      }
    },
    end: () => stream.write(clear),
  };
}
