import { describe, expect, it } from '@jest/globals';
import { runConformance } from '../support/conformance.js';
import { workshopOn } from './support/workshop.js';

// Bodies are tested by bodies.spec.ts, Markdown in libs/markdown.
const writeChecks = [
  'writes',
  'concurrency',
  'bodies-up-to-1-mib-are-accepted',
  'errors-of-writes-follow-the-order-of-checks',
];

describe('writes', () => {
  const workshop = workshopOn();

  it('WRITE-1 to WRITE-10, ERR-4: projects are created and changed as the conformance suite expects', async () => {
    const only = [...writeChecks, 'names-are-sorted-by-code-point', 'scope-is-checked-in-order'];
    expect(await runConformance(workshop.service, { only })).toEqual([]);
  });
});
