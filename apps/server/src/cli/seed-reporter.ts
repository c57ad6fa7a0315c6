import type { SeedProgress } from '../demo/seed-database.js';

/** Where a terminal, or a file, hears how far a seed has come. */
export interface Hearer {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const width = 30;
/** In milliseconds: a terminal may be told often, a log not. */
const pauses = { terminal: 100, log: 5000 };

/** A bar that moves on a terminal; elsewhere a line now and then. */
export function seedReporter(hearer: Hearer, now: () => number = () => performance.now()) {
  const onTerminal = hearer.isTTY === true;
  let last = onTerminal ? -Infinity : now();
  return {
    tell: (progress: SeedProgress): void => {
      if (now() - last < (onTerminal ? pauses.terminal : pauses.log)) return;
      last = now();
      hearer.write(onTerminal ? `\r\x1b[K${bar(progress)}` : `${line(progress)}\n`);
    },
    end: (): void => {
      if (onTerminal) hearer.write('\r\x1b[K');
    },
  };
}

function line({ table, rows, of }: SeedProgress): string {
  return of === null ? `${table}: ${rows} rows` : `${table}: ${rows} of ${of} rows`;
}

function bar(progress: SeedProgress): string {
  const { rows, of } = progress;
  if (of === null) return line(progress);
  const done = Math.floor((width * rows) / of);
  return `[${'#'.repeat(done)}${'-'.repeat(width - done)}] ${line(progress)}`;
}
