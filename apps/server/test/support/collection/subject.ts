import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { DatabaseKind } from '@resource-catalogue/testing/database-kinds';
import type { JsonObject } from '@resource-catalogue/testing/json';
import { walk } from '../list-page.js';
import { type ReadOnlyService, readOnlyService } from '../read-only/read-only-service.js';

/** One collection on one database: the service, and every row of the collection in the default order. */
export class Subject {
  private started: { readonly service: ReadOnlyService; readonly snapshot: readonly JsonObject[] } | null = null;

  constructor(
    readonly contract: AnyCollectionContract,
    readonly kind: DatabaseKind,
  ) {}

  async start(): Promise<void> {
    const service = await readOnlyService(this.kind);
    try {
      this.started = { service, snapshot: await walk(service, this.contract.name, 'limit=200') };
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.started?.service.close();
  }

  get service(): ReadOnlyService {
    if (!this.started) throw new Error('The service has not been started.');
    return this.started.service;
  }

  get snapshot(): readonly JsonObject[] {
    if (!this.started) throw new Error('The service has not been started.');
    return this.started.snapshot;
  }

  /** How many rows there are, for facts that the interface does not show. */
  count(from: string): Promise<number> {
    return this.service.count(from);
  }
}
