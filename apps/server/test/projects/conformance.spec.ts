import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { runConformance } from '../support/conformance.js';
import { workshopOn } from './support/workshop.js';

// Bodies and limits are tested by bodies.spec.ts, what changes nothing by changes.spec.ts, Markdown in libs/markdown.
const ofWrites = `
  a-body-may-take-one-mebibyte a-changed-row-hides-no-other a-cursor-outlives-its-row a-key-at-once-makes-one-project
  a-key-makes-one-project a-new-row-shifts-no-walk another-body-under-a-key-is-422 bad-texts-are-refused
  checks-of-writes-are-made-in-order errors-of-bodies-are-pointed-at filters-see-what-was-written
  if-match-comes-before-a-conflict if-match-guards-a-patch kept-steps-are-rendered-anew keys-belong-to-their-token
  names-are-sorted-by-code-point null-clears-and-arrays-replace of-several-patches-one-succeeds only-good-answers-are-kept
  other-media-types-are-415 other-ways-of-publication-are-409 patch-changes-what-it-names post-answers-with-the-project
  posts-at-once-are-all-there publication-goes-its-ways scope-is-checked-in-its-place slugs-are-made-unique
  slugs-are-numbered-from-two soft-deleted-projects-refuse-patch steps-keep-their-ids steps-of-others-are-refused
  writes-obey-accept writes-take-no-query`;

describe.each(databaseKinds)('writes on the %s database', (kind) => {
  const workshop = workshopOn(kind);

  it('WRITE-1 to WRITE-10, ERR-4: projects are created and changed as the conformance suite expects', async () => {
    expect(await runConformance(workshop.service, { only: ofWrites.trim().split(/\s+/) })).toEqual([]);
  });
});
