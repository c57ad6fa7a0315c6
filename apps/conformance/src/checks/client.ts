import { type Client, createClient, isCatalogueError } from '@resource-catalogue/client';
import type { CollectionName } from '@resource-catalogue/contracts';
import { idsOf, type Row } from '../census/row.js';
import { isObject, type Json, parseJson, sameJson } from '../json.js';
import { inFamily, onCollections, onServer } from './check.js';
import { create, read, sceneOf, smallBody } from './scene.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

/** How the client lists some collections. It is a second driver: it must see what raw HTTP sees. */
const listings: Partial<Readonly<Record<CollectionName, (client: Client) => AsyncIterable<object>>>> = {
  spaces: (client) => client.spaces.list({ limit: 2 }),
  users: (client) => client.users.list({ limit: 5, sort: 'last_name' }),
  bookings: (client) =>
    client.bookings.list({ limit: 3, filters: { starts_at: { gte: '2000-01-01' } }, sort: '-starts_at' }),
  projects: (client) => client.projects.list({ limit: 4, filters: { soft_deleted: { eq: false } } }),
  machine_units: (client) => client.machineUnits.list({ limit: 3, sort: 'sku' }),
  categories: (client) => client.categories.list({ limit: 7, filters: { type: { in: ['price', 'machine'] } } }),
  project_licenses: (client) => client.projectLicenses.list({ limit: 1 }),
};

const enough = 20;

const clientOf = ({ target }: Trial): Client =>
  createClient({ baseUrl: target.prefix, token: target.token, onEvent: () => {} });

/** What a resource of the client is as JSON. */
const plain = (value: object): Json => parseJson(JSON.stringify(value)) ?? null;

/** The client refuses an answer only if the server breaks the interface. */
async function throughClient<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isCatalogueError(error)) violated('an answer that the client takes', error.message);
    throw error;
  }
}

async function firstOf(list: AsyncIterable<object>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const item of list) {
    const row = plain(item);
    if (isObject(row)) rows.push(row);
    if (rows.length >= enough) break;
  }
  return rows;
}

export const clientChecks = inFamily('client', [
  onCollections({
    id: 'client-lists-what-the-wire-shows',
    rules: ['LIST-1', 'PAGE-1', 'PAGE-4'],
    applies: ({ name }) => name in listings,
    title: 'walking through the client library meets the rows that raw HTTP showed',
    run: async (trial, { rows, contract }) => {
      const list = listings[contract.name];
      if (!list) return;
      trial.need(rows.length > 0, 'the collection is empty');
      const known = new Map(rows.map((row) => [row['id'], row]));
      const shown = await throughClient(() => firstOf(list(clientOf(trial))));
      if (new Set(idsOf(shown)).size < shown.length) violated('every row once', 'a row twice');
      for (const row of shown) {
        if (known.has(row['id'] ?? null) && !sameJson(known.get(row['id'] ?? null), row))
          violated('the row as raw HTTP shows it', JSON.stringify(row));
      }
    },
  }),
  onServer({
    id: 'client-writes-what-the-wire-shows',
    rules: ['WRITE-1', 'WRITE-2', 'WRITE-9'],
    needs: ['writes'],
    title: 'a project that the client creates and changes is the one that raw HTTP shows',
    run: async (trial) => {
      const client = clientOf(trial);
      const { id } = await create(trial, smallBody(sceneOf(trial)));
      await throughClient(async () => {
        const made = await client.projects.list({ filters: { id: { in: [id] } }, limit: 1 });
        const [project] = made.data;
        if (!project) return violated('the project in the list of the client', 'nothing');
        const current = await client.projects.get(project.id);
        const answer = await client.projects.update(current, { summary: 'Through the client.' });
        const shown = await read(trial, id);
        if (!sameJson(shown.project, plain(answer.data)))
          violated('the project as the client got it', 'another one', shown.exchange);
      });
    },
  }),
]);
