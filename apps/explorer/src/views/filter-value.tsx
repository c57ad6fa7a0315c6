import type { Filter } from '../interface/catalogue.js';
import type { NamedError } from '../request/ask.js';
import { Prose } from './prose.js';
import { Select } from './select.js';

interface Props {
  /** Null for a parameter that the document does not have: it is sent as it is, and refused by the service. */
  readonly filter: Filter | null;
  readonly value: string;
  readonly error: NamedError | null;
  readonly number: number;
  readonly onChange: (value: string) => void;
}

/** Where the value of a filter is entered, with what the service said against it. */
export function FilterValue(props: Props) {
  const { filter, error, number } = props;
  return (
    <div class="value">
      {filter?.choices ? <Choices {...props} choices={filter.choices} /> : <Control {...props} />}
      <p id={noteId(number)} class={error ? 'wrong small' : 'soft small'}>
        {error ? error.detail : <Prose text={filter?.description ?? ''} />}
      </p>
    </div>
  );
}

const noteId = (number: number) => `filter-note-${number}`;

function Control({ filter, value, error, number, onChange }: Props) {
  const several = filter?.kind === 'set' ? ', several between commas' : '';
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
