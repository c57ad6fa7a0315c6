import { useState } from 'preact/hooks';
import type { JsonObject } from '../api/json.js';
import { initial, pictureUrl } from '../api/picture.js';
import { rowLabel } from '../api/rows.js';
import { imageHosts } from './page-settings.js';
import { serviceUrl } from './session.js';

interface Props {
  readonly row: JsonObject;
  readonly width: 'sm' | 'md' | 'lg';
  readonly class?: string;
}

/** The picture of a row, or a tile with its initial. The name stands beside it, so both are decoration. */
export function Picture({ row, width, class: kind = '' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const { shown } = pictureUrl(row, width, imageHosts());
  if (shown === null || failed === shown) {
    return (
      <span class={`picture tile ${kind}`} aria-hidden="true">
        {initial(rowLabel(row))}
      </span>
    );
  }
  return (
    <img
      class={`picture ${kind}`}
      src={new URL(shown, serviceUrl('')).href}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setFailed(shown)}
    />
  );
}
