import type { Settings } from '../../../src/settings/settings.js';
import { copyInMemory, type DatabaseKind } from '../../support/databases.js';
import { startOn, type TestService } from '../../support/service.js';

/** The service with these settings, on a copy of the seeded database that needs no files. */
export async function start(kind: DatabaseKind, settings: Partial<Settings> = {}): Promise<TestService> {
  return startOn(await copyInMemory(kind), settings);
}
