import { useEffect, useState } from 'preact/hooks';
import { type Collection, type Filter, type FilterKind, filtersByField } from '../api/catalogue.js';
import type { LocatedError } from '../request/send-request.js';
import { listUrl, type Pair, findValue } from '../request/route.js';
import { FilterValue } from './filter-value.js';
import { Select } from './select.js';

interface Props {
  readonly collection: Collection;
  readonly query: readonly Pair[];
  readonly errors: readonly LocatedError[];
}

/** Labels of operators; unknown ones use their own names. */
const operatorWords: Readonly<Record<FilterKind, Readonly<Record<string, string>>>> = {
  set: { in: 'is one of', not_in: 'is none of' },
  flag: { eq: 'is' },
  time: { lt: 'before', lte: 'at or before', gt: 'after', gte: 'at or after' },
  number: { lt: 'less than', lte: 'at most', gt: 'more than', gte: 'at least' },
};

/**
 * The list's filters, sort and page size, from the OpenAPI document. Submitting it changes the URL, which sends the
 * request.
 */
export function FilterForm({ collection, query, errors }: Props) {
  const { pairs, setPairs, sort, setSort, limit, typeLimit } = useDraft(query);
  const send = (event: Event) => {
    event.preventDefault();
    const rest = [
      { name: 'sort', value: sort },
      { name: 'limit', value: limit.trim() },
    ].filter(({ value }) => value !== '');
    location.hash = listUrl(collection.name, [...pairs, ...rest]);
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
          Sort by <Select value={sort} options={sortOptions(collection, sort)} onChange={setSort} />
        </label>
        <label>
          Rows per page <input size={4} inputMode="numeric" placeholder="20" value={limit} onInput={typeLimit} />
        </label>
        <button type="submit" class="main">
          Apply
        </button>
      </div>
    </form>
  );
}

/** The state of the form: the query in the URL until the user edits it, and again after the URL changes. */
function useDraft(query: readonly Pair[]) {
  const [pairs, setPairs] = useState<readonly Pair[]>([]);
  const [sort, setSort] = useState('');
  const [limit, setLimit] = useState('');
  useEffect(() => {
    setPairs(query.filter(({ name }) => name.startsWith('filters')));
    setSort(findValue(query, 'sort') ?? '');
    setLimit(findValue(query, 'limit') ?? '');
  }, [JSON.stringify(query)]);
  const typeLimit = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setLimit(currentTarget.value);
  return { pairs, setPairs, sort, setSort, limit, typeLimit };
}

/** The initial filter: values to tick explain filters best. */
function newFilter({ filters }: Collection): Pair {
  const first = filters.find(({ choices }) => choices !== null) ?? filters[0];
  return { name: first?.parameter ?? '', value: '' };
}

/** Sort options, plus the value in the URL if it is invalid. */
function sortOptions({ defaultSort, sorts }: Collection, value: string): [string, string][] {
  const words = (sort: string) => (sort.startsWith('-') ? `${sort.slice(1)}, descending` : `${sort}, ascending`);
  const others = sorts.filter((sort) => sort !== defaultSort);
  const unknown = value === '' || sorts.includes(value) ? [] : [value];
  return [
    ['', `${words(defaultSort)} (default)`],
    ...others.map((sort): [string, string] => [sort, words(sort)]),
    ...unknown.map((sort): [string, string] => [sort, sort]),
  ];
}

interface RowProps {
  readonly collection: Collection;
  readonly number: number;
  readonly pair: Pair;
  readonly error: LocatedError | null;
  readonly onChange: (pair: Pair) => void;
  readonly onRemove: () => void;
}

/** A field, one of its operators, and a value. */
function FilterRow({ collection, number, pair, error, onChange, onRemove }: RowProps) {
  const byField = filtersByField(collection);
  const filter = collection.filters.find(({ parameter }) => parameter === pair.name) ?? null;
  const fields = [...byField.keys()].map((field) => [field, field] as const);
  const operators = byField.get(filter?.field ?? '') ?? [];
  const choose = (chosen: Filter | undefined) => {
    // Keeps the value if it remains valid: from `in` to `not_in`, from `lt` to `gte`.
    const alike = chosen?.field === filter?.field && chosen?.kind === filter?.kind;
    if (chosen) onChange({ name: chosen.parameter, value: alike ? pair.value : '' });
  };
  return (
    <fieldset class="line filter">
      <legend class="hidden">{`Filter ${number}`}</legend>
      <Select
        aria-label="Field"
        value={filter?.field ?? ''}
        options={[...(filter ? [] : [['', pair.name] as const]), ...fields]}
        onChange={(field) => choose(byField.get(field)?.[0])}
      />
      {filter && (
        <Select
          aria-label="Operator"
          value={filter.parameter}
          options={operators.map(({ kind, operator, parameter }) => [
            parameter,
            operatorWords[kind][operator] ?? operator,
          ])}
          onChange={(chosen) => choose(operators.find(({ parameter }) => parameter === chosen))}
        />
      )}
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
