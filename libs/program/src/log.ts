import { type DestinationStream, type Logger, pino } from 'pino';
import { escapeControls } from './control-characters.js';
import { textLine } from './text-line.js';
import { withoutTokens } from './tokens-in-text.js';

export const logFormats = ['json', 'text'] as const;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface LogOptions {
  readonly logFormat: (typeof logFormats)[number];
  readonly logLevel: (typeof logLevels)[number];
}

/**
 * A write per line would take a tenth of the CPU of a request. A write of up to 4096 bytes to a pipe is atomic, so
 * lines of several workers do not mix. At the end of the process pino writes the rest; if no program reads the
 * output, lines are dropped.
 */
const batches = { sync: false, minLength: 2048, maxWrite: 4096, periodicFlush: 100, maxLength: 16_000_000 } as const;

/** The log of a program: one JSON object or readable text per line, without tokens (ERR-5). */
export function openLog(
  { logFormat, logLevel }: LogOptions,
  destination: DestinationStream = pino.destination({ ...batches }),
): Logger {
  const formatted = logFormat === 'text' ? textLine : (line: string) => line;
  return pino(
    {
      level: logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: (line) => escapeControls(withoutTokens(formatted(line))) },
    },
    destination,
  );
}
