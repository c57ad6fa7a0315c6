import { expect } from '@jest/globals';
import { type AnyCollectionContract, maximumLimit } from '@resource-catalogue/contracts';
import { copyInMemory, type DatabaseKind } from '../databases.js';
import type { JsonObject } from '../json.js';
import { idsOf, type ListPage, listPage, pages, walk } from '../list-page.js';
import { startOn, type TestService } from '../service.js';
import type { Keep } from './filter-oracle.js';

/** Rows of every list that is not read to its end: they cost the most time of all. */
const pageOfLongList = 100;

/** One collection on one database: the service, and every row of the collection in the default order. */
export class Subject {
  private started: { service: TestService; census: readonly JsonObject[] } | null = null;

  constructor(
    readonly contract: AnyCollectionContract,
    readonly kind: DatabaseKind,
  ) {}

  async start(): Promise<void> {
    const service = await startOn(await copyInMemory(this.kind));
    this.started = { service, census: [] };
    this.started.census = await walk(service, this.contract.name, 'limit=200');
  }

  async stop(): Promise<void> {
    await this.started?.service.close();
  }

  get service(): TestService {
    if (!this.started) throw new Error('The service has not been started.');
    return this.started.service;
  }

  get census(): readonly JsonObject[] {
    if (!this.started) throw new Error('The service has not been started.');
    return this.started.census;
  }

  /** One row of the census, the same at every run; negative places count from the end. */
  row(place: number): JsonObject {
    const row = this.census.at(place);
    if (!row) throw new Error(`${this.contract.name} has no row ${place}: the seed must have more.`);
    return row;
  }

  list(query = ''): Promise<ListPage> {
    return listPage(this.service, this.contract.name, query);
  }

  async walk(query = '', after: string | null = null): Promise<JsonObject[]> {
    const rows: JsonObject[] = [];
    for await (const page of pages(this.service, this.contract.name, query, after)) {
      // LIST-3: while nothing changes, what follows a page with a next link is never empty.
      if (rows.length > 0) expect(page.rows.length).toBeGreaterThan(0);
      rows.push(...page.rows);
    }
    return rows;
  }

  /**
   * Sound and complete: the filtered list shows exactly the rows of the census that the condition keeps, in order. Of a
   * long list only one page is read, unless all of them are asked for.
   */
  async expectKept(query: string, keep: Keep, allPages = false): Promise<readonly JsonObject[]> {
    const kept = this.census.filter(keep);
    if (allPages) {
      const rows = await this.walk(`${query}&limit=${maximumLimit}`);
      expect({ query, ids: idsOf(rows) }).toEqual({ query, ids: idsOf(kept) });
      return kept;
    }
    const { rows, meta } = await this.list(`${query}&limit=${pageOfLongList}`);
    expect({ query, ids: idsOf(rows), more: meta.next !== null }).toEqual({
      query,
      ids: idsOf(kept.slice(0, pageOfLongList)),
      more: kept.length > pageOfLongList,
    });
    return kept;
  }

  /** The one number that a statement selects, for facts that the interface does not show. */
  async count(from: string): Promise<number> {
    const rows = await this.service.database.source.query({ text: `SELECT count(*)::text FROM ${from}` }, []);
    return Number(rows[0]?.[0]);
  }
}
