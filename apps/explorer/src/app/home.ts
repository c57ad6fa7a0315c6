import { asObject, asText } from '../interface/json.js';
import { ask } from '../request/ask.js';
import { formatRoute, home as homeRoute, listAddress } from '../request/route.js';
import { addCopyButton } from './code.js';
import { own } from './session.js';

/** Adds links into the explorer to the server's page. */
export function enhanceHome(home: HTMLElement): void {
  document.querySelector('.brand')?.setAttribute('href', formatRoute(homeRoute));
  for (const line of home.querySelectorAll<HTMLElement>('[data-collection]')) {
    line.querySelector('a')?.setAttribute('href', listAddress(line.dataset['collection'] ?? ''));
  }
  for (const block of home.querySelectorAll<HTMLElement>('pre')) addCopyButton(block);
}

/** Shows next to the readiness link whether the service is ready, and why not. */
export async function showReadiness(link: HTMLElement): Promise<void> {
  const reply = await ask(own('health/checks'), null, new AbortController().signal);
  // A proxy may block /health: then only the link remains.
  if (!reply.ok) return;
  const reasons = Object.values(asObject(reply.body['checks'])).flatMap(
    (check) => asText(asObject(check)['reason']) ?? [],
  );
  const ready = reply.body['status'] === 'ready';
  const dot = Object.assign(document.createElement('span'), { className: ready ? 'dot good' : 'dot' });
  link.replaceChildren(dot, ready ? 'Ready' : 'Not ready');
  link.title = reasons.join(' ');
}
