import { idOfResult, type Result } from '../run/result.js';
import type { Listener } from '../run/run.js';
import { paint } from './terminal.js';

/** The output of the progress, such as stderr. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Updates one line on a terminal; prints an occasional line elsewhere. */
export function progress(stream: Screen, isQuick = false): Listener & { end(): void } {
  let total = 0;
  // A check that is repeated on changed data counts once, with its last outcome.
  const broken = new Map<string, boolean>();
  let shown = 0;
  const moves = stream.isTTY === true;
  const clear = moves ? '\r\u001b[K' : '';
  const line = (): string => {
    const failed = [...broken.values()].filter((isBroken) => isBroken).length;
    return `${broken.size}/${total} checks${failed > 0 ? paint('failed', `, ${failed} failed so far`) : ''}`;
  };
  return {
    snapshot: (snapshot) => {
      const rows = [...snapshot.values()].reduce((sum, one) => sum + one.rows.length, 0);
      const partial = [...snapshot.values()].filter(({ complete }) => !complete).map(({ contract }) => contract.name);
      stream.write(
        `Snapshot: ${rows} rows in ${snapshot.size} collections${partial.length > 0 ? `, not all of ${partial.join(', ')}` : ''}.\n`,
      );
    },
    start: (tasks, seconds) => {
      total = tasks;
      const line = `The quota of this token, or --rate, makes this run take about ${Math.ceil(seconds / 60)} minutes.`;
      if (seconds > 60) stream.write(`${line}${isQuick ? '' : ' --quick sends fewer requests.'}\n`);
    },
    outage: (reason, seconds) => {
      stream.write(`${clear}${reason} Waiting for it for up to ${seconds} s.\n`);
    },
    recovery: (seconds) => {
      stream.write(`${clear}The server answers again after ${seconds.toFixed(1)} s.\n`);
    },
    result: (result: Result) => {
      broken.set(idOfResult(result), result.outcome === 'failed' || result.outcome === 'errored');
      const done = broken.size;
      if (moves) stream.write(`${clear}${line()}`);
      else if (done - shown >= Math.ceil(total / 4)) {
        shown = done;
        stream.write(`${line()}\n`);
      }
    },
    end: () => {
      if (moves) stream.write(clear);
    },
  };
}
