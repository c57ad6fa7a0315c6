import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.js';
import { sorted } from '../oracle.js';
import { expectProblem, expectStatus } from '../kit/expect.js';
import { expectShownAs, expectMovedByChange } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { askPage, expectShown } from '../kit/ask.js';
import { onProjects } from '../kit/projects.js';

/** Canonically equivalent texts with different code points, which the interface compares (SORT-1, FILT-9). */
const composed = 'Caf\u00e9 \u00c5';
const decomposed = composed.normalize('NFD');

const makeBody = (text: string): JsonObject => ({
  name: `Conformance ${text}`,
  summary: text,
  description: text,
  tags: [text],
  steps: [{ title: text, description: text }],
});

export const canonicalTwinChecks: Checks = {
  'canonical-twins-are-other-texts': onProjects(['WRITE-3', 'WRITE-4', 'WRITE-7', 'SORT-1'], {
    title: 'canonically equivalent texts are stored as sent, sorted by code point and not equal',
    run: async (projects) => {
      const { context } = projects;
      const [one, other] = [makeBody(composed), makeBody(decomposed)];
      const first = await projects.create({ ...projects.small(), ...one });
      const second = await projects.create({ ...projects.small(), ...other });
      for (const [written, body] of [
        [first, one],
        [second, other],
      ] as const) {
        expectShownAs(body, written);
        await projects.expectUnchanged(written);
      }
      const rows = [first.project, second.project];
      for (const sort of ['name', '-name']) {
        const query = `filters[id][in]=${first.id},${second.id}&sort=${sort}`;
        expectShown(
          await askPage(context, '/api/v1/projects', query),
          sorted(rows, sort),
          `both by ${sort}, by code point`,
        );
      }
      let before = first;
      for (const [field, value] of Object.entries(other)) {
        const after = await projects.update(before.id, { [field]: value }, `a PATCH of the ${field}, decomposed`);
        expectShownAs({ [field]: value }, after);
        expectMovedByChange(before, after);
        before = after;
      }
      await projects.expectUnchanged(before);
      const key = { 'Idempotency-Key': randomUUID() };
      expectStatus(await projects.post(projects.small(composed), key), 201, 'a POST with a key');
      const again = await projects.post(projects.small(decomposed), key);
      expectProblem(again, 'idempotency_key_reused', 'the same text, decomposed, under the same key');
    },
  }),
};
