import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { isObject, type JsonObject, asText } from '../api/json.js';
import { collectionBehind } from '../api/references.js';
import { isInstant, keyWords, readableInstant, rowTitle } from '../api/rows.js';
import { rowUrl } from '../request/route.js';
import { Terms } from '../app/terms.js';
import { useSession, useZones, ZoneContext } from '../app/session.js';

interface Props {
  /** The key of the value, which tells what an id refers to. */
  readonly name: string;
  readonly value: unknown;
}

const Nothing = () => (
  <span class="soft" aria-label="null">
    –
  </span>
);

/** A value in one line, always as text. */
export function Cell({ name, value }: Props): ComponentChildren {
  if (value === null || value === undefined) return <Nothing />;
  if (Array.isArray(value)) return <CellList name={name} items={value} />;
  if (isObject(value)) return <Reference name={name} row={value} />;
  if (isInstant(value)) return <Moment instant={value} />;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <bdi title={text.length > 40 ? text.slice(0, 1000) : undefined}>{text}</bdi>;
}

function Moment({ instant }: { instant: string }) {
  const zone = useContext(ZoneContext);
  return (
    <time dateTime={instant} title={instant}>
      {readableInstant(instant, zone)}
    </time>
  );
}

/** The first two items of an array, and the number of the others. */
function CellList({ name, items }: { name: string; items: readonly unknown[] }) {
  if (items.length === 0) return <Nothing />;
  const shown = items.slice(0, 2);
  return (
    <>
      {shown.map((item, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <Cell name={name} value={item} />
        </span>
      ))}
      {items.length > shown.length && <span class="soft"> +{items.length - shown.length}</span>}
    </>
  );
}

/** A summary of another row, as a link if a collection lists it. */
export function Reference({ name, row }: { name: string; row: JsonObject }) {
  const { catalogue } = useSession();
  const id = asText(row['id']);
  const collection = collectionBehind(catalogue, name);
  const [around, zoneOf] = [useContext(ZoneContext), useZones()];
  const zone = isObject(row['space']) ? zoneOf(row) : around;
  const label = <bdi>{id === null ? JSON.stringify(row) : rowTitle(row, zone)}</bdi>;
  if (id === null || !collection) return label;
  return <a href={rowUrl(collection.name, id)}>{label}</a>;
}

/** A full value: objects as lists of their keys, summaries as links, HTML as text. */
export function FullValue({ name, value }: Props): ComponentChildren {
  if (Array.isArray(value) && value.length > 0) {
    return (
      <ul>
        {value.map((item: unknown, index) => (
          <li key={index}>
            <FullValue name={name} value={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (isObject(value)) return <FullObject name={name} row={value} />;
  if (typeof value === 'string' && /[\n<]/.test(value)) {
    return (
      <pre dir="auto" tabIndex={0}>
        {value}
      </pre>
    );
  }
  return <Cell name={name} value={value} />;
}

function FullObject({ name, row }: { name: string; row: JsonObject }) {
  const { catalogue } = useSession();
  if (asText(row['id']) !== null && collectionBehind(catalogue, name)) return <Reference name={name} row={row} />;
  return (
    <Terms
      class="facts"
      lines={Object.entries(row).map(([key, value]) => [
        <span title={key}>{keyWords(key)}</span>,
        <FullValue name={key} value={value} />,
      ])}
    />
  );
}

/** A sentence of the OpenAPI document, with code between backticks. */
export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
