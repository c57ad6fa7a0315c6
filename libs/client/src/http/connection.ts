import type { EventListener } from './events.js';
import { readSettings } from './settings.js';
import type { ClientOptions, Settings } from './settings.js';

/** What every call of a client needs. */
export interface Connection {
  readonly settings: Settings;
  /** The token to send; the signal ends the attempt that waits for it. */
  readonly token: (signal: AbortSignal) => Promise<string>;
  readonly emit: EventListener;
}

/** Reads the options of a client and makes what its calls need. */
export function connect(options: ClientOptions, token: Connection['token']): Connection {
  const settings = readSettings(options);
  const emit: EventListener = (event) => {
    try {
      if (options.onEvent) options.onEvent(event);
      else if (event.type === 'warning') console.warn(event.message);
    } catch {
      // Watching never breaks a call.
    }
  };
  return { settings, token, emit };
}
