import { type CollectionName, collections, type FilterField, filterTable } from '@resource-catalogue/contracts';
import { makeDataset, type Row, soundBehaviour } from '@resource-catalogue/reference-server';

// A fault counts if it changes the response to one of these requests, which are independent of the checks.

export interface Question {
  /** The collection in the path; null if there is none. */
  readonly collection: CollectionName | null;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly token: 'full' | 'limited' | 'revoked' | 'expired' | 'quota' | null;
  /** Repeats the request with the ETag of the response in this header. */
  readonly revisit?: 'if-none-match' | 'if-match';
}

const question = (collection: CollectionName | null, target: string, more: Partial<Question> = {}): Question => ({
  ...{ collection, method: 'GET', target: `/api/v1/${target}`, headers: {}, body: '', token: 'full', ...more },
});

const each = <Item>(items: readonly Item[], count: number): Item[] =>
  items.filter((_, index) => index % Math.max(1, Math.floor(items.length / count)) === 0).slice(0, count);

const value = (parts: TemplateStringsArray, ...texts: readonly string[]): string =>
  String.raw(parts, ...texts.map(encodeURIComponent));

const forms: readonly ((instant: string) => string)[] = [
  (instant) => instant,
  (instant) => instant.slice(0, 10),
  (instant) => instant.replace(/\.\d+Z$/, 'Z'),
  (instant) => new Date(Date.parse(instant) + 7_200_000).toISOString().replace('Z', '+02:00'),
  (instant) => new Date(Date.parse(instant) - 19_800_000).toISOString().replace('Z', '-05:30'),
  (instant) => instant.replace('Z', ''),
];

function filterTexts(filter: FilterField, rows: readonly Row[], contract: (typeof collections)[number]): string[] {
  const { field, kind, operators } = filter;
  const of = (operator: string): string => `filters[${field}][${operator}]`;
  if (kind === 'boolean')
    return operators.flatMap((operator) => ['true', 'false'].map((flag) => `${of(operator)}=${flag}`));
  const known = rows.flatMap((row) => soundBehaviour.valuesAt(row, field, contract));
  if (kind === 'datetime') {
    const instants = each(
      [...new Set(rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : [])))],
      forms.length,
    );
    return operators.flatMap((operator) =>
      instants.map((instant, index) => value`${of(operator)}=${forms[index]?.(instant) ?? instant}`),
    );
  }
  if (kind === 'integer') {
    const numbers = each([...new Set(rows.flatMap((row) => (typeof row[field] === 'number' ? [row[field]] : [])))], 4);
    return operators.flatMap((operator) => numbers.map((number) => `${of(operator)}=${number}`));
  }
  const [one = 'x', other = 'y', third = 'z', ...more] = [...new Set(known)];
  return operators.flatMap((operator) => [
    value`${of(operator)}=${one}`,
    value`${of(operator)}=${third.toUpperCase()}`,
    value`${of(operator)}=${other},${third}`.replace('%2C', ','),
    value`${of(operator)}=${third}` + '&' + value`${of(operator)}=${one}`,
    value`${of(operator)}[]=${other}` + '&' + value`${of(operator)}[]=${one}`,
    value`${of(operator)}=${more.slice(0, 60).join()}`.replaceAll('%2C', ','),
    value`${of(operator)}=${one}` + '&' + value`filters[${field}][${operator === 'in' ? 'not_in' : 'in'}]=${other}`,
  ]);
}

const bad = [
  ...['limit=0', 'limit=x', 'limit=1&limit=2', 'sort=', 'sort=nothing', 'cursor=x', 'page=2', 'page=%FF', 'limit=%zz'],
  ...['filters=1', 'filters[nothing][in]=1', 'filters[id][near]=1', 'filters[id][in]=x', 'filters[id][in]='],
  ...['filters[created_at][gt]=x', 'filters[created_at][gt][]=2024-01-01', 'filters[created_at][gt]=2024-13-01'],
  ...['limit=0&sort=nothing&filters[id][in]=x&cursor=x', 'sort=name&sort=id', 'limit=01', 'limit=999', 'limit=-1'],
];

function listQuestions(contract: (typeof collections)[number]): Question[] {
  const { name, sorts } = contract;
  const rows = makeDataset('rich', 1)[name];
  const filters = [...filterTable(contract.filters).values()].map((filter) => filterTexts(filter, rows, contract));
  const orders = sorts.flatMap((sort) => [sort, `-${sort}`]);
  const queries = [
    ...['', '?', '?limit=1', '?limit=7', '?limit=200', '?limit=10&sort=-id'],
    ...orders.map((sort) => `?sort=${sort}&limit=25`),
    ...each(filters.flat(), 100).map((filter) => `?${filter}&limit=20`),
    ...each(filters.flat(), 25).map((filter, index) => {
      const others = filters[(index + 1) % filters.length] ?? [];
      return `?${others[index % others.length]}&sort=${orders[index % orders.length]}&${filter}`;
    }),
    ...bad.map((text) => `?${text}`),
  ];
  return queries.map((query) => question(name, `${name}${query}`));
}

const etc = '5a3c8f0e-91d2-4b67-8e4f-c07d1b26a953';

function getQuestions({ name, get }: (typeof collections)[number]): Question[] {
  const ids = each(
    makeDataset('rich', 1)[name].map(({ id }) => id),
    get ? 12 : 1,
  );
  const [id = etc] = ids;
  const paths = [...ids.map((one) => `${name}/${one}`), `${name}/${id.toUpperCase()}`, `${name}/${etc}`, `${name}/x`];
  const plain = [...paths, `${name}/${id}?a=1`, `${name}/`, `${name}/${id}/x`].map((path) => question(name, path));
  const targets = [name, `${name}/${id}`];
  const both = (more: Partial<Question>): Question[] => targets.map((path) => question(name, path, more));
  return [
    ...plain,
    ...['HEAD', 'OPTIONS', 'DELETE', 'PUT'].flatMap((method) => both({ method })),
    ...both({ revisit: 'if-none-match' }),
    ...both({ revisit: 'if-match' }),
    ...(['limited', 'revoked', 'expired', null] as const).flatMap((token) => both({ token })),
    ...['text/html', 'application/json', 'application/json;q=0, */*', 'application/*;q=0.5'].flatMap((accept) =>
      both({ headers: { accept } }),
    ),
    ...['gzip', 'br', 'gzip;q=0', '*', 'identity;q=1, gzip;q=0.5'].flatMap((coding) =>
      both({ headers: { 'accept-encoding': coding } }),
    ),
    ...['Bearer', 'Bearer nothing', 'Basic eDp4', 'bearer x y'].flatMap((authorization) =>
      both({ token: null, headers: { authorization } }),
    ),
  ];
}

function writeQuestions(): Question[] {
  const { projects, members, spaces, project_licenses, project_thematics, machines } = makeDataset('rich', 1);
  const ids = (rows: readonly Row[], count: number): string[] =>
    each(
      rows.filter((row) => soundBehaviour.isUsable(row)),
      count,
    ).map(({ id }) => id);
  const [author = '', ...collaborators] = ids(members, 4);
  const gone = members.find((row) => !soundBehaviour.isUsable(row))?.id;
  const step = (title: string): unknown => ({ title, description: `**${title}** <script>x</script>` });
  const fields: readonly Readonly<Record<string, unknown>>[] = [
    ...[{ summary: ' A summary ' }, { summary: null }, { summary: 'é'.repeat(500) }, { summary: 'x'.repeat(501) }],
    ...[
      { description: '# A\n\n~~b~~ <b onclick="x">c</b>\n\n| a |\n| - |\n| b |' },
      { description: null },
      { description: '' },
    ],
    ...[{ space_id: ids(spaces, 1)[0] }, { space_id: null }, { space_id: etc }, { space_id: 1 }],
    ...[{ license_id: ids(project_licenses, 1)[0]?.toUpperCase() }, { thematic_ids: ids(project_thematics, 3) }],
    ...[{ machine_ids: ids(machines, 3).toReversed() }, { machine_ids: [] }, { machine_ids: [etc, etc] }],
    ...[{ collaborator_ids: collaborators }, { collaborator_ids: [author] }, { collaborator_ids: [gone] }],
    ...[
      { tags: [' one ', 'Two'] },
      { tags: ['a', 'A'] },
      { tags: [''] },
      { tags: null },
      { tags: 'a' },
      { tags: ['İ', 'ß'] },
    ],
    ...[{ external_url: 'https://example.org/ä' }, { external_url: 'ftp://a' }, { external_url: 'https://a b' }],
    ...[{ steps: [step('One'), step(' Two ')] }, { steps: [{}] }, { steps: [{ id: etc, title: 'x' }] }, { steps: [] }],
    ...[{ publication_state: 'published' }, { publication_state: 'draft' }, { publication_state: 'archived' }],
    ...[{ nothing: 1 }, { name: null }, { name: ' ' }, { name: 'Ærø straße 漢字' }, { name: ' Ein Tisch ' }, {}],
  ];
  const json = { 'content-type': 'application/json' };
  const write = (method: string, path: string, body: unknown, more: Partial<Question> = {}): Question =>
    question('projects', path, { method, headers: json, body: JSON.stringify(body), ...more });
  const targets = each(projects, 12).map(({ id }) => `projects/${id}`);
  const key = (text: string) => ({ headers: { ...json, 'idempotency-key': text } });
  const minimal = { name: 'A thing', author_id: author };
  return [
    ...fields.map((sent, index) => write('POST', 'projects', { name: `Thing ${index}`, author_id: author, ...sent })),
    ...[minimal, minimal, minimal, { name: 'No author' }, { ...minimal, author_id: gone }, [], 'x'].map((body) =>
      write('POST', 'projects', body),
    ),
    ...fields.flatMap((sent, index) =>
      [0, 5, 7].flatMap((offset) => write('PATCH', targets[(index + offset) % targets.length] ?? '', sent)),
    ),
    ...targets.flatMap((path) =>
      ['archived', 'published', 'draft'].map((state) => write('PATCH', path, { publication_state: state })),
    ),
    ...targets
      .slice(0, 3)
      .flatMap((path) => [
        write('PATCH', path, { summary: 'x' }, { headers: { ...json, 'if-match': '"x"' } }),
        write('PATCH', path, { summary: 'y' }, { headers: { ...json, 'if-match': '*' } }),
        write(
          'PATCH',
          path,
          { summary: 'z' },
          { headers: { 'content-type': 'application/merge-patch+json; charset=utf-8' } },
        ),
        write('PATCH', path, { summary: 'w' }, { headers: { 'content-type': 'text/plain' } }),
        write('PATCH', path, { summary: 'v' }, { token: 'limited' }),
      ]),
    ...[key('a'), key('"a"'), key('b'), key(' '), { ...key('a'), token: 'quota' as const }, key('x'.repeat(256))].map(
      (more) => write('POST', 'projects', minimal, more),
    ),
    write('POST', 'projects', { ...minimal, name: 'Another' }, key('a')),
    write('PATCH', `projects/${etc}`, { summary: 'x' }),
    ...['{"name":"a","name":"b"}', '{"name":"\\u0000"}', '{', '{"tags":["\\ud800"]}'].flatMap((body) => [
      question('projects', 'projects', { method: 'POST', headers: json, body }),
      question('projects', targets[0] ?? '', { method: 'PATCH', headers: json, body }),
    ]),
    ...targets.map((path) => question('projects', path)),
    question('projects', 'projects', { method: 'POST', headers: json, body: ' '.repeat(1024 * 1024 + 1) }),
  ];
}

/** All requests in the order in which they are sent, writes last. */
export const questions: readonly Question[] = [
  ...collections.flatMap((contract) => [...listQuestions(contract), ...getQuestions(contract)]),
  ...writeQuestions(),
  ...['nothing', '../nothing', 'users%2F'].map((path) => question(null, path)),
  ...['/', '/docs', '/health/live', '/openapi.json', '/nothing'].map((target) =>
    question(null, '', { target, token: null }),
  ),
  ...Array.from({ length: 8 }, () => question('spaces', 'spaces?limit=1', { token: 'quota' })),
];
