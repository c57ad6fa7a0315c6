import { useRef } from 'preact/hooks';
import type { Collection } from '../api/catalogue.js';
import { asText } from '../api/json.js';
import { shortId, rowTitle } from '../api/rows.js';
import { toPage } from '../request/send-request.js';
import { NamePicker } from '../search/name-picker.js';
import { useReply, useZones } from '../app/session.js';

interface Props {
  /** Lists the rows to choose from. */
  readonly collection: Collection;
  /** Ids, separated by commas. */
  readonly value: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
}

/** References chosen by name: the chosen ones, and a field to find others. */
export function ReferenceValue({ collection, value, onChange, ...field }: Props) {
  const ids = value.split(',').filter((id) => id !== '');
  const nameOf = useNames(collection, ids);
  const choices = useRef<HTMLDivElement>(null);
  const remove = (id: string) => {
    onChange(ids.filter((other) => other !== id).join(','));
    // The focused button disappears.
    choices.current?.querySelector('input')?.focus();
  };
  return (
    <div class="choices" ref={choices}>
      {ids.map((id) => (
        <button key={id} type="button" title={id} aria-label={`Remove ${nameOf(id)}`} onClick={() => remove(id)}>
          <bdi>{nameOf(id)}</bdi> ×
        </button>
      ))}
      <NamePicker
        {...field}
        label={`Find ${collection.name}`}
        placeholder="name"
        collections={[collection.name]}
        onPick={({ id }) => onChange([...new Set([...ids, id])].join(','))}
      />
    </div>
  );
}

/** The names of the rows with these ids; the ends of the ids until they are known. */
export function useNames(collection: Collection, ids: readonly string[]): (id: string) => string {
  const query = [
    { name: 'filters[id][in]', value: ids.join(',') },
    { name: 'limit', value: '200' },
  ];
  const { reply } = useReply(collection, ids.length === 0 ? null : query);
  const zoneOf = useZones();
  const rows = reply?.ok ? toPage(reply.body).rows : [];
  return (id) => {
    const row = rows.find((one) => asText(one['id']) === id);
    return row ? rowTitle(row, zoneOf(row)) : shortId(id);
  };
}
