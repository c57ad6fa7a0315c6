import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import { checkEnvelope } from './collection/envelope-checks.js';
import { checkFilters } from './collection/filter-checks.js';
import { checkForm } from './collection/form-checks.js';
import { checkGet } from './collection/get-checks.js';
import { checkPaging } from './collection/paging-checks.js';
import { Subject } from './collection/subject.js';
import { databaseKinds } from './databases.js';

// A check is many requests, and machines that run the tests have other work at times.
jest.setTimeout(60_000);

/**
 * What every collection does, over HTTP and on every kind of database; `facts` adds what only this one does. All of it
 * reads one database of the file's own, so facts must not write.
 */
export function describeCollection(contract: AnyCollectionContract, facts?: (subject: Subject) => void): void {
  describe.each(databaseKinds)(`${contract.name} on the %s database`, (kind) => {
    const subject = new Subject(contract, kind);
    beforeAll(() => subject.start(), 60_000);
    afterAll(() => subject.stop());

    checkEnvelope(subject);
    checkForm(subject);
    checkPaging(subject);
    checkFilters(subject);
    checkGet(subject);
    facts?.(subject);
  });
}
