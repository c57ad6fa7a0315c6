import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Views = typeof import('../later.js');

/** Views in a separate file, loaded on first use. */
export function Later({ children }: { children: (views: Views) => ComponentChildren }) {
  const [views, setViews] = useState<Views | 'failed' | null>(null);
  useEffect(() => {
    import('../later.js').then(setViews, () => setViews('failed'));
  }, []);
  if (views === 'failed') return <p class="empty">This part of the page did not load. Reload the page.</p>;
  return <>{views && children(views)}</>;
}
