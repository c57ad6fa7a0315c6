import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { runConformance } from '../support/conformance.js';
import { workshopOn } from './support/workshop.js';

// The bodies that are refused are those of body-vectors.spec.ts; what Markdown becomes is tested in libs/markdown.
const ofWrites = [
  ...[
    'post-answers-with-the-project',
    'post-takes-every-field',
    'limits-of-fields-are-reached',
    'slugs-are-made-unique',
  ],
  ...['patch-changes-what-it-names', 'null-clears-and-arrays-replace', 'each-field-sent-again-moves-nothing'],
  ...['writes-obey-accept', 'filters-see-what-was-written', 'bad-texts-are-refused', 'errors-of-bodies-are-pointed-at'],
  ...['steps-keep-their-ids', 'steps-of-others-are-refused', 'kept-steps-are-rendered-anew'],
  ...['publication-goes-its-ways', 'other-ways-of-publication-are-409', 'soft-deleted-projects-refuse-patch'],
  ...['if-match-guards-a-patch', 'if-match-comes-before-a-conflict', 'checks-of-writes-are-made-in-order'],
  ...['scope-is-checked-in-its-place', 'a-key-makes-one-project', 'another-body-under-a-key-is-422'],
  ...['keys-have-their-form', 'only-good-answers-are-kept', 'a-key-at-once-makes-one-project'],
  ...['posts-at-once-are-all-there', 'names-are-sorted-by-code-point', 'a-new-row-shifts-no-walk'],
  ...['a-cursor-outlives-its-row', 'a-changed-row-hides-no-other', 'walks-at-once-do-not-disturb-each-other'],
  ...['other-media-types-are-415', 'a-body-may-take-one-mebibyte'],
];

describe.each(databaseKinds)('writes on the %s database', (kind) => {
  const workshop = workshopOn(kind);

  it('WRITE-1 to WRITE-10, ERR-4: projects are created and changed as the conformance suite expects', async () => {
    expect(await runConformance(workshop.service, { only: ofWrites })).toEqual([]);
  });
});
