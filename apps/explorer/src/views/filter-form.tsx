import { useEffect, useState } from 'preact/hooks';
import { type Collection, type Filter, filtersByField } from '../interface/catalogue.js';
import type { NamedError } from '../request/ask.js';
import { addressOf, type Pair, valueOf } from '../request/route.js';
import { FilterValue } from './filter-value.js';

interface Props {
  readonly collection: Collection;
  readonly query: readonly Pair[];
  readonly errors: readonly NamedError[];
}

/** What operators are called; one that came later is called by its own name. */
const operatorWords: Readonly<Record<string, string>> = {
  in: 'is one of',
  not_in: 'is none of',
  lt: 'before',
  lte: 'at or before',
  gt: 'after',
  gte: 'at or after',
  eq: 'is',
};

/** The list's filters, sort and page size, made from the OpenAPI document. Sending it changes the address, which asks. */
export function FilterForm({ collection, query, errors }: Props) {
  const { pairs, setPairs, sort, setSort, limit, setLimit } = useDraft(query);
  const send = (event: Event) => {
    event.preventDefault();
    const rest = [
      { name: 'sort', value: sort },
      { name: 'limit', value: limit.trim() },
    ].filter(({ value }) => value !== '');
    location.hash = addressOf({ view: 'list', collection: collection.name, query: [...pairs, ...rest] });
  };
  return (
    <form class="filters" onSubmit={send}>
      {pairs.map((pair, index) => (
        <FilterRow
          key={index}
          collection={collection}
          number={index + 1}
          pair={pair}
          error={errors.find(({ place }) => place === pair.name) ?? null}
          onChange={(changed) => setPairs(pairs.with(index, changed))}
          onRemove={() => setPairs(pairs.toSpliced(index, 1))}
        />
      ))}
      <div class="line">
        <button type="button" onClick={() => setPairs([...pairs, newFilter(collection)])}>
          Add a filter
        </button>
        <label>
          Sort by <SortChoice collection={collection} value={sort} onChange={setSort} />
        </label>
        <label>
          Rows per page{' '}
          <input class="short" inputMode="numeric" placeholder="20" value={limit} onInput={typed(setLimit)} />
        </label>
        <button type="submit" class="main">
          Apply
        </button>
      </div>
    </form>
  );
}

/** What stands in the form: the query of the address until somebody changes it, and again when the address changes. */
function useDraft(query: readonly Pair[]) {
  const [pairs, setPairs] = useState<readonly Pair[]>([]);
  const [sort, setSort] = useState('');
  const [limit, setLimit] = useState('');
  useEffect(() => {
    setPairs(query.filter(({ name }) => name.startsWith('filters')));
    setSort(valueOf(query, 'sort') ?? '');
    setLimit(valueOf(query, 'limit') ?? '');
  }, [JSON.stringify(query)]);
  return { pairs, setPairs, sort, setSort, limit, setLimit };
}

/** One to begin with: values that can be ticked say most of what a filter is. */
function newFilter({ filters }: Collection): Pair {
  const first = filters.find(({ choices }) => choices !== null) ?? filters[0];
  return { name: first?.parameter ?? '', value: '' };
}

const typed =
  (set: (text: string) => void) =>
  ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    set(currentTarget.value);

function SortChoice({
  collection,
  value,
  onChange,
}: {
  collection: Collection;
  value: string;
  onChange: (sort: string) => void;
}) {
  const words = (sort: string) => (sort.startsWith('-') ? `${sort.slice(1)}, descending` : `${sort}, ascending`);
  return (
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{words(collection.defaultSort)} (default)</option>
      {collection.sorts
        .filter((sort) => sort !== collection.defaultSort)
        .map((sort) => (
          <option key={sort} value={sort}>
            {words(sort)}
          </option>
        ))}
      {value !== '' && !collection.sorts.includes(value) && <option value={value}>{value}</option>}
    </select>
  );
}

interface RowProps {
  readonly collection: Collection;
  readonly number: number;
  readonly pair: Pair;
  readonly error: NamedError | null;
  readonly onChange: (pair: Pair) => void;
  readonly onRemove: () => void;
}

function FilterRow({ collection, number, pair, error, onChange, onRemove }: RowProps) {
  const filter = collection.filters.find(({ parameter }) => parameter === pair.name) ?? null;
  const choose = (chosen: Filter | undefined) => {
    // A value stays where it may stay: from `in` to `not_in`, from `lt` to `gte`.
    const alike = chosen?.field === filter?.field && chosen?.kind === filter?.kind;
    if (chosen) onChange({ name: chosen.parameter, value: alike ? pair.value : '' });
  };
  return (
    <fieldset class="line filter">
      <legend class="hidden">{`Filter ${number}`}</legend>
      <FilterChoice collection={collection} name={pair.name} filter={filter} onChoose={choose} />
      <FilterValue
        filter={filter}
        value={pair.value}
        error={error}
        number={number}
        onChange={(value) => onChange({ ...pair, value })}
      />
      <button type="button" class="quiet" aria-label={`Remove filter ${number}`} onClick={onRemove}>
        ×
      </button>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly collection: Collection;
  readonly name: string;
  readonly filter: Filter | null;
  readonly onChoose: (filter: Filter | undefined) => void;
}

/** The field, and one of its operators. */
function FilterChoice({ collection, name, filter, onChoose }: ChoiceProps) {
  const byField = filtersByField(collection);
  const operators = filter ? (byField.get(filter.field) ?? []) : [];
  return (
    <>
      <select
        aria-label="Field"
        value={filter?.field ?? ''}
        onChange={({ currentTarget }) => onChoose(byField.get(currentTarget.value)?.[0])}
      >
        {!filter && <option value="">{name}</option>}
        {[...byField.keys()].map((field) => (
          <option key={field}>{field}</option>
        ))}
      </select>
      {filter && (
        <select
          aria-label="Operator"
          value={filter.parameter}
          onChange={({ currentTarget }) =>
            onChoose(operators.find(({ parameter }) => parameter === currentTarget.value))
          }
        >
          {operators.map(({ operator, parameter }) => (
            <option key={parameter} value={parameter}>
              {operatorWords[operator] ?? operator}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
