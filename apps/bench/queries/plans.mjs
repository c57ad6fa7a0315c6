import 'reflect-metadata';
import { collections, fieldTable, filterTable } from '@resource-catalogue/contracts';
import { parseListQuery } from '@resource-catalogue/list-query';
import pg from 'pg';
import { catalogueDefinitions, Reader, SummaryCache } from '@resource-catalogue/read';
import { session } from '@resource-catalogue/database';

/** The statements that the service's own reader makes of a list query, and PostgreSQL's plans of them. */
export class Plans {
  #definitions;
  #client;
  #last = Promise.resolve();

  static async open(databaseUrl) {
    const client = new pg.Client({
      // As the service has it, but for the time that it allows.
      ...session,
      connectionString: databaseUrl,
      application_name: 'bench',
      statement_timeout: 60_000,
    });
    await client.connect();
    return new Plans(client, catalogueDefinitions);
  }

  constructor(client, definitions) {
    this.#client = client;
    this.#definitions = new Map(definitions.map((definition) => [definition.name, definition]));
  }

  collection(name) {
    const contract = collections.find((one) => one.name === name);
    const filterFields = [...filterTable(contract.filters).values()];
    return { contract, definition: this.#definitions.get(name), filterFields };
  }

  /** The SQL and the plan of the statement that takes the longest of those that the page needs. */
  async explain(name, rawQuery) {
    const { contract, definition } = this.collection(name);
    const fields = fieldTable(contract.resource);
    const sorts = new Map(contract.sorts.map((sort) => [sort, fields.get(sort).kind]));
    const { defaultSort, filters } = contract;
    const spec = { collection: name, filters: filterTable(filters), sorts, defaultSort };
    const parsed = parseListQuery(rawQuery, spec);
    if (!parsed.ok) throw new Error(`${name}?${rawQuery} is refused: ${parsed.errors[0].detail}`);
    let longest = { ms: -1 };
    const source = {
      query: async ({ text }, values) => {
        await this.#last;
        const begin = performance.now();
        const rows = await this.#rows(text, values);
        const ms = performance.now() - begin;
        if (ms > longest.ms) longest = { ms, text, values };
        return rows;
      },
      snapshot: (work) => work(source),
    };
    try {
      await new Reader(source, new SummaryCache()).list(definition, parsed.query);
      const { text, values } = longest;
      const plan = await this.#rows(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
      return { sql: text, values, text: plan.map(([line]) => line).join('\n') };
    } catch (error) {
      return { sql: longest.text ?? '', values: longest.values ?? [], text: error.message };
    }
  }

  /** One statement after another: the reader asks for several at once, as it has a pool elsewhere. */
  #rows(text, values) {
    const types = { getTypeParser: () => (value) => value };
    const query = { text, values: [...values], rowMode: 'array', types };
    const answer = this.#last.then(async () => (await this.#client.query(query)).rows);
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  close() {
    return this.#client.end();
  }
}
