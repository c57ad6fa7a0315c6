import type { EventListener } from './events.js';
import { Gate } from './gate.js';
import { RetryBudget } from './retry-budget.js';
import { readSettings } from './settings.js';
import type { ClientOptions, Settings } from './settings.js';
import { TokenKeeper } from './token.js';

/** What all calls of a client share. */
export interface SharedState {
  readonly settings: Settings;
  readonly tokens: TokenKeeper;
  readonly gate: Gate;
  readonly budget: RetryBudget;
  readonly emit: EventListener;
  /** Warns of something the first time that it is said in this process, by any client of the same service. */
  warnOnce(message: string): void;
}

const warned = new Set<string>();

/** Repetitions that are free before the share of all calls decides. */
const reserve = 10;

/** Makes what all calls of a new client share. */
export function sharedState(options: ClientOptions): SharedState {
  const settings = readSettings(options);
  const emit: EventListener = (event) => {
    try {
      if (options.onEvent) options.onEvent(event);
      else if (event.type === 'warning') console.warn(event.message);
    } catch {
      // Watching never breaks a call.
    }
  };
  return {
    settings,
    tokens: new TokenKeeper(options.token),
    gate: new Gate(),
    budget: new RetryBudget(options.retryShare ?? 0.2, reserve),
    emit,
    warnOnce: (message) => {
      const key = `${settings.baseUrl} ${message}`;
      if (!warned.has(key)) emit({ type: 'warning', message });
      warned.add(key);
    },
  };
}
