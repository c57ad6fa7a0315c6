import { objectOf, textOf } from '../interface/json.js';
import { ask } from '../request/ask.js';
import { addressOf, home as homeRoute, listAddress } from '../request/route.js';
import { addCopyButton } from './code.js';
import { own } from './session.js';

/** Makes the server's page lead into the explorer: its list keeps its texts, and gets links and places for counts. */
export function enhanceHome(home: HTMLElement): void {
  document.querySelector('.brand')?.setAttribute('href', addressOf(homeRoute));
  for (const line of home.querySelectorAll<HTMLElement>('[data-collection]')) {
    line.querySelector('a')?.setAttribute('href', listAddress(line.dataset['collection'] ?? ''));
    line.append(Object.assign(document.createElement('span'), { className: 'count' }));
  }
  for (const block of home.querySelectorAll<HTMLElement>('pre')) addCopyButton(block);
}

/** Says beside the link to the readiness whether the service is ready, and what keeps it from that. */
export async function showReadiness(link: HTMLElement): Promise<void> {
  const reply = await ask(own('health/checks'), null, new AbortController().signal);
  // A proxy may keep /health from the outside: then the link is all there is.
  if (!reply.ok) return;
  const reasons = Object.values(objectOf(reply.body['checks'])).flatMap(
    (check) => textOf(objectOf(check)['reason']) ?? [],
  );
  const ready = reply.body['status'] === 'ready';
  const dot = Object.assign(document.createElement('span'), { className: ready ? 'dot good' : 'dot' });
  link.replaceChildren(dot, ready ? 'Ready' : 'Not ready');
  link.title = reasons.join(' ');
}

/** Says beside a collection how many rows it has; `note` explains it on demand. */
export function showCount(home: HTMLElement, name: string, text: string, note: string): void {
  Object.assign(countOf(home, name) ?? {}, { textContent: text, title: note });
}

export const isCounted = (home: HTMLElement, name: string): boolean => (countOf(home, name)?.textContent ?? '') !== '';

/** Another token may read other collections. */
export function forgetCounts(home: HTMLElement): void {
  for (const count of home.querySelectorAll('.count')) Object.assign(count, { textContent: '', title: '' });
}

const countOf = (home: HTMLElement, name: string) =>
  home.querySelector(`[data-collection="${CSS.escape(name)}"] .count`);
