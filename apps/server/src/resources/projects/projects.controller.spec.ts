import { expect, it } from '@jest/globals';
import { projectsContract } from '@resource-catalogue/contracts';
import { objectOf, valuesAt } from '@resource-catalogue/testing/json';
import { describeCollection } from '../../../test/support/describe-collection.js';

describeCollection(projectsContract, (subject) => {
  it('section 8: number their steps from 1 on, and render exactly what is described', () => {
    for (const row of subject.snapshot) {
      const positions = valuesAt(row, 'steps[].position');
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      for (const part of [row, ...valuesAt(row, 'steps[]').map(objectOf)]) {
        expect(part['description_rendered'] === null).toBe(part['description'] === null);
      }
    }
  });

  it('section 8: show all their collaborators, the author never among them', async () => {
    const sets = subject.snapshot.map((row) => valuesAt(row, 'collaborators[].id'));
    expect(sets.flat()).toHaveLength(await subject.count('project_collaborators'));
    for (const [index, ids] of sets.entries()) {
      expect(ids).toEqual([...ids].sort());
      expect(ids).not.toContain(objectOf(subject.snapshot[index]?.['author'])['id']);
    }
  });
});
