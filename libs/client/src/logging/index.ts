import type { ClientEvent, EventListener } from '../http/events.js';

/** The importance of a line, in ascending order. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * A logger. `console` and winston have this form; pino takes the arguments in reverse:
 * `(message, details) => log.info(details, message)`.
 */
export type Logger = Readonly<Record<LogLevel, (message: string, details?: unknown) => void>>;

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/**
 * Makes a listener that writes the events of a client to a logger, from `level` upwards: requests, responses and pages
 * at `debug`, waits and retries at `info`, warnings at `warn`, failures at `error`. No line holds a token, a header or
 * the value of a filter: the details of validation errors, which quote values, are left out.
 *
 * @example
 * const client = createClient({ baseUrl, token, onEvent: logEvents(console, 'info') });
 */
export function logEvents(logger: Logger, level: LogLevel = 'info'): EventListener {
  return (event) => {
    const line = chooseLevel(event);
    if (levels.indexOf(line) >= levels.indexOf(level)) logger[line](describeEvent(event), eventDetails(event));
  };
}

function chooseLevel({ type }: ClientEvent): LogLevel {
  if (type === 'failure') return 'error';
  if (type === 'warning') return 'warn';
  return type === 'retry' || type === 'throttle' ? 'info' : 'debug';
}

function describeEvent(event: ClientEvent): string {
  switch (event.type) {
    case 'request':
      return `${event.method} ${event.url}`;
    case 'response':
      return `${event.method} ${event.url} returned ${event.status} after ${event.durationMs} ms.`;
    case 'retry':
      return `${event.error.message}. Retrying in ${Math.round(event.waitMs)} ms.`;
    case 'throttle':
      return `${event.method} ${event.url} waits ${event.waitMs} ms for its quota.`;
    case 'page':
      return `A page of ${event.items} ${event.collection} was read.`;
    case 'failure':
      return event.error.message;
    case 'warning':
      return event.message;
  }
}

/** An error as plain details, since loggers print a cause with everything attached to it. */
function eventDetails(event: ClientEvent): unknown {
  if (!('error' in event)) return event;
  const { problem } = event.error;
  const errors = problem?.errors?.map(({ detail: _, ...rest }) => rest);
  const error = event.error.toJSON();
  return { ...event, error: errors ? { ...error, problem: { ...problem, errors } } : error };
}
