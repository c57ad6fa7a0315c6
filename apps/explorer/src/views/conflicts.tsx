import { useEffect, useRef } from 'preact/hooks';
import { type BodyField, isSame } from '../interface/body.js';
import { type Conflict, type Draft, settled } from '../interface/draft.js';
import { asList, asObject, asText, asTexts } from '../interface/json.js';
import { collectionBehind } from '../interface/references.js';
import { labelOfField } from './body-field.js';
import { useNames } from './reference-value.js';
import { useSession } from './session.js';

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Shows values that changed on the server beside the input, to choose from. Saving sends the choice. */
export function Conflicts({ draft, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { conflicts, version } = draft;
  useEffect(() => heading.current?.focus(), [version]);
  if (conflicts.length === 0) return null;
  return (
    <section class="problem" aria-label="Changed meanwhile">
      <h2 tabIndex={-1} ref={heading}>
        This was changed since you opened it
      </h2>
      <p>Nothing is saved yet. Choose what is to stay, and save again.</p>
      {conflicts.map((conflict) => (
        <Choice key={conflict.field.name} conflict={conflict} draft={draft} onChange={onChange} />
      ))}
    </section>
  );
}

function Choice({ conflict, draft, onChange }: Props & { conflict: Conflict }) {
  const { field, theirs, own } = conflict;
  const label = labelOfField(field.name);
  if (own === undefined) {
    return (
      <div class="field">
        <strong>{label}</strong>
        <p class="soft small">You have not changed it. The form has the new value:</p>
        <Value field={field} value={theirs} />
      </div>
    );
  }
  const current = draft.values[field.name];
  const isTheirs = isSame(current, theirs);
  const sides = [
    ['theirs', 'Take the one on the server', theirs],
    ['own', 'Keep mine', isTheirs ? own : current],
  ] as const;
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <div class="pair">
        {sides.map(([side, text, value]) => (
          <div key={side}>
            <label>
              <input
                type="radio"
                name={`conflict-${field.name}`}
                checked={isTheirs === (side === 'theirs')}
                onChange={() => onChange(settled(draft, conflict, side))}
              />
              {text}
            </label>
            <Value field={field} value={value} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** The value of a field as text. */
function Value({ field, value }: { field: BodyField; value: unknown }) {
  const { catalogue } = useSession();
  const { name, kind, parts } = field;
  const collection = collectionBehind(catalogue, name);
  if (collection && kind !== 'text') {
    const ids = kind === 'reference' ? [asText(value) ?? ''] : asTexts(value);
    return <Names collection={collection} ids={ids.filter((id) => id !== '')} />;
  }
  if (kind === 'parts') {
    return (
      <ol class="items">
        {asList(value)
          .map(asObject)
          .map((part, index) => (
            <li key={index}>
              {parts
                .filter((one) => one.kind !== 'identity' && part[one.name] !== null)
                .map((one) => (
                  <Value key={one.name} field={one} value={part[one.name]} />
                ))}
            </li>
          ))}
      </ol>
    );
  }
  const text = kind === 'texts' ? asTexts(value).join('\n') : asText(value);
  if (text === null || text === '') return <p class="soft">nothing</p>;
  return (
    <pre class="text" dir="auto" tabIndex={0}>
      {text}
    </pre>
  );
}

function Names({ collection, ids }: { collection: Parameters<typeof useNames>[0]; ids: readonly string[] }) {
  const nameOf = useNames(collection, ids);
  return <p>{ids.length === 0 ? <span class="soft">nothing</span> : <bdi>{ids.map(nameOf).join(', ')}</bdi>}</p>;
}
