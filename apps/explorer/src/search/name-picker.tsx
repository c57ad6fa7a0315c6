import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useSession } from '../app/session.js';
import { toSingular } from '@resource-catalogue/contracts/references';
import { keyWords } from '../api/rows.js';
import { rowUrl } from '../request/route.js';
import type { Entry } from './entries.js';
import { findByName, type SearchResults } from './name-lists.js';

/** Maximum number of rows that a field shows. */
const maxShown = 8;
/** Milliseconds after the last key before a search. */
const pause = 150;

/** Collections whose rows people know by name. */
const searched = [
  ...['machines', 'places', 'trainings', 'events', 'projects', 'members'],
  ...['machine_units', 'place_units', 'plans', 'spaces'],
];

/** Finds a row by name and opens it. */
export function SearchBox() {
  return (
    <NamePicker
      label="Search by name"
      placeholder="Search a machine, a room, LASER-02 …"
      collections={searched}
      onPick={({ collection, id }) => {
        location.hash = rowUrl(collection, id);
      }}
    />
  );
}

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
  const { text, type, active, found, shown, pick, press, open, close } = useCombobox(collections, onPick);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A typed name without a choice would be lost, so its form cannot be sent.
    input.current?.setCustomValidity(text === '' ? '' : 'Choose a result, or clear the field.');
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
        <div class="card found">
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
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(entry)}
        >
          <bdi>{entry.label}</bdi>{' '}
          <span class="soft small">
            {[isMixed ? keyWords(toSingular(entry.collection)) : '', entry.space].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The state of a field that finds rows: the input, the results, and the one selected by the arrow keys. */
function useCombobox(collections: readonly string[], onPick: (entry: Entry) => void) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found, open, close } = useSearch(collections, text);
  const shown = found?.entries.slice(0, maxShown) ?? [];
  const type = (typed: string) => {
    setText(typed);
    setActive(0);
  };
  const pick = (entry: Entry) => {
    type('');
    close();
    onPick(entry);
  };
  const press = (event: KeyboardEvent) => {
    const chosen = shown[active];
    if (event.key === 'Enter' && (text !== '' || found)) {
      if (chosen) pick(chosen);
      else open();
    } else if (event.key === 'ArrowDown' && !found) open();
    else if (event.key === 'ArrowDown') setActive(Math.max(0, Math.min(active + 1, shown.length - 1)));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return { text, type, active, found, shown, pick, press, open, close };
}

/** The results for a text, once typing pauses; null without a search. */
function useSearch(names: readonly string[], text: string) {
  const { catalogue, read, zones, names: known } = useSession();
  const [found, setFound] = useState<SearchResults | null>(null);
  const [isOpen, setOpen] = useState(false);
  const current = useRef<object | null>(null);
  const close = () => {
    current.current = null;
    setFound(null);
    setOpen(false);
  };
  useEffect(() => {
    const search = {};
    current.current = search;
    setFound(null);
    if ((text.trim() === '' && !isOpen) || !read || !zones) return undefined;
    const collections = catalogue.collections.filter(({ name }) => names.includes(name));
    const find = async () => {
      const result = await findByName({ read, zones, names: known }, collections, text);
      if (current.current === search) setFound(result);
    };
    const timer = setTimeout(() => void find(), pause);
    return () => clearTimeout(timer);
  }, [text, isOpen, read, zones]);
  // A single collection can be browsed without input; several would be too much to read.
  return { found, open: () => setOpen(names.length === 1), close };
}

function noteOn({ entries, isPartial, failure }: SearchResults): string {
  if (failure) return `The search is incomplete: ${failure.title}.`;
  if (entries.length > maxShown) return `Showing ${maxShown} of ${entries.length}: type more of the name.`;
  if (isPartial) return 'Not all rows were searched: type a full name, number or e-mail address to find the others.';
  return entries.length === 0 ? 'No matches.' : '';
}
