import type { ClientEvent, EventListener } from '../http/events.js';

/** How important a line is, the most talkative first. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Where lines go: `console` and winston have this form; for pino, turn it round: `(message, details) => log.info(details, message)`. */
export type Logger = Readonly<Record<LogLevel, (message: string, details?: unknown) => void>>;

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/**
 * Makes a listener that writes what a client does to a logger, from `level` upwards: requests, answers and pages at `debug`,
 * waits and retries at `info`, warnings at `warn`, failures at `error`. No line holds a token, a header or the value of a
 * filter: the service's sentences on single faults, which quote values, are left out.
 *
 * @example
 * const client = createClient({ baseUrl, token, onEvent: logEvents(console, 'info') });
 */
export function logEvents(logger: Logger, level: LogLevel = 'info'): EventListener {
  return (event) => {
    const line = levelOf(event);
    if (levels.indexOf(line) >= levels.indexOf(level)) logger[line](messageOf(event), detailsOf(event));
  };
}

function levelOf({ type }: ClientEvent): LogLevel {
  if (type === 'failure') return 'error';
  if (type === 'warning') return 'warn';
  return type === 'retry' || type === 'throttle' ? 'info' : 'debug';
}

function messageOf(event: ClientEvent): string {
  switch (event.type) {
    case 'request':
      return `${event.method} ${event.url}`;
    case 'response':
      return `${event.method} ${event.url} was answered with ${event.status} after ${event.durationMs} ms.`;
    case 'retry':
      return `${event.error.message}. It is sent again in ${Math.round(event.waitMs)} ms.`;
    case 'throttle':
      return `${event.method} ${event.url} waits ${event.waitMs} ms for the quota.`;
    case 'page':
      return `A page of ${event.items} ${event.collection} was read.`;
    case 'failure':
      return event.error.message;
    case 'warning':
      return event.message;
  }
}

/** An error as its own details, since loggers print a cause with all that hangs on it. */
function detailsOf(event: ClientEvent): unknown {
  if (!('error' in event)) return event;
  const { problem } = event.error;
  const faults = problem?.errors?.map(({ detail: _, ...fault }) => fault);
  const error = event.error.toJSON();
  return { ...event, error: faults ? { ...error, problem: { ...problem, errors: faults } } : error };
}
