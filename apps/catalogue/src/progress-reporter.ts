import type { Progress, Report } from '@resource-catalogue/transfer';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barWidth = 30;
/** Milliseconds between reports: short on a terminal, long in a log file. */
const pauses = { terminal: 100, log: 5000 };

/** Limits how often progress is written: as a moving bar on a terminal, as lines elsewhere. */
export function progressOutput(output: Output, now: () => number = () => performance.now()) {
  const onTerminal = output.isTTY === true;
  let last = onTerminal ? -Infinity : now();
  return {
    write: (done: number, total: number | null, text: () => string): void => {
      if (now() - last < (onTerminal ? pauses.terminal : pauses.log)) return;
      last = now();
      output.write(onTerminal ? `\r\x1b[K${bar(done, total)}${text()}` : `${text()}\n`);
    },
    end: (): void => {
      if (onTerminal) output.write('\r\x1b[K');
    },
  };
}

/** Reports the progress of a transfer, its rate and the remaining time. */
export function progressReporter(
  output: Output,
  now: () => number = () => performance.now(),
): { readonly report: Report; readonly end: () => void } {
  const { write, end } = progressOutput(output, now);
  let [doing, begun] = ['', now()];
  return {
    report: (progress) => {
      if (progress.doing !== doing) [doing, begun] = [progress.doing, now()];
      write(progress.done, progress.total, () => line(progress, (now() - begun) / 1000));
    },
    end,
  };
}

function line(progress: Progress, seconds: number): string {
  const { doing, done, total } = progress;
  // The first moment is too short to estimate the rate.
  const rate = seconds >= 1 ? done / seconds : 0;
  const amount =
    total === null
      ? formatAmount(done, progress)
      : `${formatAmount(done, progress)} of ${formatAmount(total, progress)}`;
  const speed = rate > 0 ? `, ${formatAmount(Math.round(rate), progress)}/s` : '';
  const left = total === null || rate === 0 ? '' : `, ${duration((total - done) / rate)} left`;
  return `${doing}: ${amount}${speed}${left}`;
}

const formatAmount = (amount: number, { unit }: Progress): string =>
  unit === 'bytes' ? `${(amount / 1_000_000).toFixed(1)} MB` : `${amount} ${unit}`;

function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function bar(done: number, total: number | null): string {
  if (total === null || total === 0) return '';
  const full = Math.min(barWidth, Math.floor((barWidth * done) / total));
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] `;
}
