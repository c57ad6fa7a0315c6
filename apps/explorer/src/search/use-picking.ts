import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from './entries.js';
import type { Catalogue } from '../interface/catalogue.js';
import type { Reader } from '../request/reader.js';
import { type Found, NameLists } from './name-lists.js';
import { useSession } from '../app/session.js';

/** Maximum number of rows that a field shows. */
export const maxShown = 8;
/** Milliseconds after the last key before a search. */
const pause = 150;

/** The state of a field that finds rows: the input, the results, and the one selected by the arrow keys. */
export function usePicking(collections: readonly string[], onPick: (entry: Entry) => void) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // A single collection can be browsed without input; several would be too much to read.
  const { found, open, close } = useFound(collections, text, collections.length === 1);
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

const known = new WeakMap<Reader, NameLists>();

/** The names that a token may read, shared by all fields. */
function namesOf(reader: Reader, catalogue: Catalogue): NameLists {
  const names = known.get(reader) ?? new NameLists(catalogue, reader);
  known.set(reader, names);
  return names;
}

/** The results for a text, once typing pauses; null without a search. */
function useFound(collections: readonly string[], text: string, canBrowse: boolean) {
  const { catalogue, reader } = useSession();
  const [found, setFound] = useState<Found | null>(null);
  const [isOpen, setOpen] = useState(false);
  const round = useRef(0);
  const close = () => {
    round.current += 1;
    setFound(null);
    setOpen(false);
  };
  useEffect(() => {
    round.current += 1;
    setFound(null);
    if ((text.trim() === '' && !isOpen) || !reader) return undefined;
    const own = round.current;
    const search = async () => {
      const result = await namesOf(reader, catalogue).find(collections, text);
      if (round.current === own) setFound(result);
    };
    const timer = setTimeout(() => void search(), pause);
    return () => clearTimeout(timer);
  }, [text, isOpen, reader]);
  return { found, open: () => setOpen(canBrowse), close };
}
