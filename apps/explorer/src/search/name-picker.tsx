import { useEffect, useId, useRef } from 'preact/hooks';
import { toSingular } from '../interface/references.js';
import { keyWords } from '../interface/rows.js';
import type { Entry } from './entries.js';
import type { Found } from './name-lists.js';
import { maxShown, usePicking } from './use-picking.js';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  readonly describedBy?: string;
  readonly isWrong?: boolean;
  /** The collections to search. */
  readonly collections: readonly string[];
  readonly onPick: (entry: Entry) => void;
}

/** A combobox that finds rows by name, with arrow keys and Enter. */
export function NamePicker({ label, collections, onPick, describedBy, isWrong = false, placeholder }: Props) {
  const id = useId();
  const { text, type, active, found, shown, pick, press, open, close } = usePicking(collections, onPick);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A typed name without a choice would be lost, so its form cannot be sent.
    input.current?.setCustomValidity(text === '' ? '' : 'Choose one of the rows that are found, or clear the field.');
  }, [text]);
  return (
    <div class="picker">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={press}
        onClick={open}
        onBlur={close}
      />
      {found && (
        <div class="found">
          <Options id={id} label={label} shown={shown} active={active} isMixed={collections.length > 1} onPick={pick} />
          <p class="soft small" role="status">
            {noteOn(found)}
          </p>
        </div>
      )}
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly shown: readonly Entry[];
  readonly active: number;
  /** Whether the entries belong to several collections, which are then shown. */
  readonly isMixed: boolean;
  readonly onPick: (entry: Entry) => void;
}

function Options({ id, label, shown, active, isMixed, onPick }: OptionsProps) {
  if (shown.length === 0) return null;
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={`${label}: found`}>
      {shown.map((entry, index) => (
        <li
          key={`${entry.collection} ${entry.id}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(entry)}
        >
          <bdi>{entry.label}</bdi>{' '}
          <span class="soft small">
            {[...(isMixed ? [keyWords(toSingular(entry.collection))] : []), ...(entry.space ? [entry.space] : [])].join(
              ' · ',
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function noteOn({ entries, isPartial, failure }: Found): string {
  if (failure) return `Not everything was searched: ${failure.title}.`;
  if (entries.length > maxShown) return `${maxShown} of ${entries.length} are shown: type more of the name.`;
  if (isPartial) return 'Not all rows were searched: a whole name, number or e-mail address finds the others.';
  return entries.length === 0 ? 'Nothing has this name.' : '';
}
