import type { Filter } from '../api/catalogue.js';
import { collectionBehind } from '../api/references.js';
import type { LocatedError } from '../request/send-request.js';
import { ReferenceValue } from './reference-value.js';
import { Select } from './select.js';
import { Prose } from './value.js';
import { useSession } from '../app/session.js';

interface Props {
  /** Null for a parameter that the document does not have: it is sent unchanged, and the service rejects it. */
  readonly filter: Filter | null;
  readonly value: string;
  readonly error: LocatedError | null;
  readonly number: number;
  readonly onChange: (value: string) => void;
}

/** The input for the value of a filter, with its errors. */
export function FilterValue(props: Props) {
  const { filter, error, number } = props;
  return (
    <div class="value">
      <Entered {...props} />
      <p id={noteId(number)} class={error ? 'wrong small' : 'soft small'}>
        {error ? error.detail : <Prose text={filter?.description ?? ''} />}
      </p>
    </div>
  );
}

const noteId = (number: number) => `filter-note-${number}`;

/** Values to tick, rows to choose by name, or a text. */
function Entered(props: Props) {
  const { filter, value, error, number, onChange } = props;
  const { catalogue } = useSession();
  if (filter?.choices) return <Choices {...props} choices={filter.choices} />;
  const collection = filter?.field.endsWith('_id') ? collectionBehind(catalogue, filter.field) : null;
  if (!collection) return <Control {...props} />;
  const note = { describedBy: noteId(number), isWrong: error !== null };
  return <ReferenceValue {...note} collection={collection} value={value} onChange={onChange} />;
}

function Control({ filter, value, error, number, onChange }: Props) {
  const several = filter?.kind === 'set' ? ', separated by commas' : '';
  const common = { 'aria-label': `Value${several}`, 'aria-describedby': noteId(number), value };
  if (filter?.kind === 'flag') {
    const flags = ['true', 'false'].map((flag) => [flag, flag] as const);
    return <Select {...common} options={[['', 'choose'], ...flags]} onChange={onChange} />;
  }
  return (
    <input
      {...common}
      aria-invalid={error !== null}
      placeholder={`${filter?.example ?? ''}${several}`.replace(/^, /, '')}
      spellcheck={false}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The values of an enumeration, to tick. */
function Choices({ choices, value, number, onChange }: Props & { choices: readonly string[] }) {
  const chosen = value.split(',').filter((one) => one !== '');
  const toggle = (one: string) => {
    const others = chosen.filter((other) => other !== one);
    onChange((others.length === chosen.length ? [...chosen, one] : others).join(','));
  };
  return (
    <div class="choices" role="group" aria-label="Values" aria-describedby={noteId(number)}>
      {[...new Set([...choices, ...chosen])].map((one) => (
        <label key={one}>
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
          {one}
        </label>
      ))}
    </div>
  );
}
