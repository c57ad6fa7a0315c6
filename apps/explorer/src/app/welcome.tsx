import { useLayoutEffect, useRef } from 'preact/hooks';
import { asObject, asText } from '../api/json.js';
import { sendRequest } from '../request/send-request.js';
import { followTime, minute } from '../request/clock.js';
import { listUrl } from '../request/route.js';
import { serviceUrl } from './session.js';

/** The parts of the server's page that the explorer moves into its views. */
export interface ServerParts {
  readonly welcome: HTMLElement;
  readonly developers: HTMLElement;
}

/** Takes the parts out of the server's page, and adds links into the explorer. */
export function takeServerParts(home: HTMLElement): ServerParts | null {
  const [welcome, developers] = [document.getElementById('welcome'), document.getElementById('developers')];
  if (!welcome || !developers) return null;
  for (const line of home.querySelectorAll<HTMLElement>('[data-collection]')) {
    line.querySelector('a')?.setAttribute('href', listUrl(line.dataset['collection'] ?? ''));
  }
  const blocks = home.querySelectorAll<HTMLElement>('pre');
  // Without the buttons the code can still be copied by hand.
  void import('../later.js').then(
    ({ addCopyButton }) => blocks.forEach(addCopyButton),
    () => undefined,
  );
  home.remove();
  document.getElementById('top')?.remove();
  return { welcome, developers };
}

/** A part of the server's page. */
export function ServerPart({ part }: { part: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(part), [part]);
  return <div ref={place} />;
}

/** Shows next to the readiness link whether the service is ready, and why not; follows it every minute. */
export function followReadiness(link: HTMLElement): () => void {
  const show = async () => {
    const reply = await sendRequest(serviceUrl('health/checks'), null, new AbortController().signal);
    // A proxy may block /health: then only the link remains.
    if (!reply.ok && reply.failure.status !== null && reply.failure.status < 500) return;
    const checks = reply.ok ? Object.values(asObject(reply.body['checks'])) : [];
    const reasons = checks.flatMap((check) => asText(asObject(check)['reason']) ?? []);
    const isReady = reply.ok && reply.body['status'] === 'ready';
    const dot = Object.assign(document.createElement('span'), { className: isReady ? 'dot good' : 'dot' });
    link.replaceChildren(dot, isReady ? 'Ready' : reply.ok ? 'Not ready' : 'Not reachable');
    link.title = reasons.join(' ');
  };
  void show();
  return followTime(minute, () => void show());
}
