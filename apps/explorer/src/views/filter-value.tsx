import type { Filter } from '../interface/catalogue.js';
import type { NamedError } from '../request/ask.js';
import { Prose } from './prose.js';

interface Props {
  /** Null for a parameter that the document does not have: it is sent as it is, and refused by the service. */
  readonly filter: Filter | null;
  readonly value: string;
  readonly error: NamedError | null;
  readonly number: number;
  readonly onChange: (value: string) => void;
}

/** Where the value of a filter is entered, with what the service said against it. */
export function FilterValue({ filter, value, error, number, onChange }: Props) {
  const note = `filter-note-${number}`;
  return (
    <div class="value">
      <Control filter={filter} value={value} note={note} wrong={error !== null} onChange={onChange} />
      <p id={note} class={error ? 'wrong small' : 'soft small'}>
        {error ? error.detail : <Prose text={filter?.description ?? ''} />}
      </p>
    </div>
  );
}

interface ControlProps {
  readonly filter: Filter | null;
  readonly value: string;
  readonly note: string;
  readonly wrong: boolean;
  readonly onChange: (value: string) => void;
}

function Control({ filter, value, note, wrong, onChange }: ControlProps) {
  if (filter?.choices) return <Choices choices={filter.choices} value={value} note={note} onChange={onChange} />;
  if (filter?.kind === 'flag') {
    return (
      <select
        aria-label="Value"
        aria-describedby={note}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">choose</option>
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  const several = filter?.kind === 'set' ? ', several between commas' : '';
  return (
    <input
      aria-label={`Value${several}`}
      aria-describedby={note}
      aria-invalid={wrong}
      placeholder={`${filter?.example ?? ''}${several}`.replace(/^, /, '')}
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The values of an enumeration, to tick. */
function Choices({
  choices,
  value,
  note,
  onChange,
}: Omit<ControlProps, 'filter' | 'wrong'> & { choices: readonly string[] }) {
  const chosen = value.split(',').filter((one) => one !== '');
  const toggle = (one: string) => {
    const others = chosen.filter((other) => other !== one);
    onChange((others.length === chosen.length ? [...chosen, one] : others).join(','));
  };
  return (
    <div class="choices" role="group" aria-label="Values" aria-describedby={note}>
      {[...new Set([...choices, ...chosen])].map((one) => (
        <label key={one}>
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
          {one}
        </label>
      ))}
    </div>
  );
}
