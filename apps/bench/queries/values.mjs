const unused = { uuid: '00000000-0000-4000-8000-000000000000', text: 'nobody has this' };
const instantOf = (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Shares of the rows at which the times of a range are taken. */
const shares = [0, 0.001, 0.1, 0.5, 0.9, 0.999, 1];

/**
 * What a filter can be asked with, each a list of conditions and how many rows it keeps in words: the values are those
 * that rows really have, the commonest and the rarest.
 */
export async function choicesOf(client, definition, filter) {
  if (filter.kind === 'boolean') return [true, false].map((value) => choice(`${value}`, ['eq', value]));
  if (filter.kind === 'datetime') return ranges(await times(client, definition, filter.field));
  const values = await valuesByFrequency(client, definition, filter);
  return values.length === 0 ? [] : sets(values, filter);
}

const choice = (kept, ...conditions) => ({ kept, conditions });

function sets(values, { kind, values: known }) {
  const commonest = values[0];
  const rarest = values.at(-1);
  const many = values.slice(0, 100);
  const ofMany = values.length > 100 ? '100 values' : 'all values';
  const missing = unused[kind];
  return [
    choice('common', ['in', commonest]),
    choice('common', ['in', values.slice(0, 3).join(',')]),
    choice('rare', ['in', rarest]),
    choice(ofMany, ['in', many.join(',')]),
    choice('all but the common', ['not_in', commonest]),
    choice('all but the rare', ['not_in', rarest]),
    choice(`all but ${ofMany}`, ['not_in', many.join(',')]),
    ...(missing ? [choice('nothing', ['in', missing]), choice('everything', ['not_in', missing])] : []),
    ...(known ? [choice('everything', ['in', known.join(',')])] : []),
  ];
}

function ranges(at) {
  if (at.length === 0) return [];
  const [first, low, early, middle, late, high, last] = at;
  const later = (instant, days) => new Date(Date.parse(instant) + days * 86_400_000).toISOString();
  return [
    choice('everything', ['gte', first]),
    choice('nothing', ['gt', last]),
    choice('nothing', ['lt', first]),
    choice('rare', ['lte', low]),
    choice('rare', ['gte', high]),
    choice('common', ['lt', middle]),
    choice('common', ['gt', middle]),
    choice('common', ['gte', early], ['lte', late]),
    choice('a day', ['gte', early], ['lt', later(early, 1)]),
    choice('a week', ['gte', middle], ['lt', later(middle, 7)]),
    choice('a quarter', ['gt', early], ['lte', later(early, 90)]),
  ];
}

async function times(client, { name, filters }, field) {
  const column = filters.get(field).name;
  const { rows } = await client.query(
    `SELECT ${instantOf('at')} AS instant FROM (
       SELECT unnest(percentile_disc($1::float8[]) WITHIN GROUP (ORDER BY ${column})) AS at FROM ${name}
     ) AS times WHERE at IS NOT NULL`,
    [shares],
  );
  return rows.length === shares.length ? rows.map(({ instant }) => instant) : [];
}

/** Up to 200 values: those that most rows have first, then those that fewest have. */
async function valuesByFrequency(client, definition, { field, kind }) {
  const { table, column } = whereValuesAre(definition, definition.filters.get(field));
  const counted = `SELECT ${column}::text AS value, count(*) AS rows FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`;
  const { rows } = await client.query(
    `WITH counted AS MATERIALIZED (${counted}), ranked AS (
       SELECT value, row_number() OVER (ORDER BY rows DESC, value) AS place, count(*) OVER () AS of FROM counted
     ) SELECT value FROM ranked WHERE place <= 100 OR place > of - 100 ORDER BY place`,
  );
  // A comma would divide a text into two values.
  return rows.map(({ value }) => value).filter((value) => kind !== 'text' || !value.includes(','));
}

function whereValuesAre({ name }, source) {
  if (source.on === 'column') return { table: name, column: source.name };
  const { from, table, key, summary } = source.shown;
  if (from === 'set') return { table, column: key };
  return { table: summary.table, column: summary.sources.get('id')?.name ?? 'id' };
}
