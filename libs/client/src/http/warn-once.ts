import type { EventListener } from './events.js';

const warned = new Set<string>();

/** Warns of something the first time that it is said in this process, whichever client says it. */
export function warnOnce(emit: EventListener, message: string): void {
  if (!warned.has(message)) emit({ type: 'warning', message });
  warned.add(message);
}
