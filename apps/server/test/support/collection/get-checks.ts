import { describe, expect, it } from '@jest/globals';
import { arrayOf, objectOf, textOf } from '../json.js';
import { unknownId } from './filter-queries.js';
import type { Subject } from './subject.js';

export function checkGet(subject: Subject): void {
  const { contract } = subject;
  const at = (id: string): string => `/api/v1/${contract.name}/${id}`;

  if (!contract.get) {
    it('GET-1: has no single resources', async () => {
      const answer = await subject.service.request(at(textOf(subject.row(0)['id'])));
      expect([answer.status, objectOf(answer.json())['code']]).toEqual([404, 'not_found']);
    });
    return;
  }

  describe('get', () => {
    it('GET-1, GET-2: answers the very object that the list shows, byte for byte, deleted ones too', async () => {
      const deleted = subject.census.filter((row) => (row['soft_deleted_at'] ?? null) !== null).slice(0, 2);
      const sampled = subject.census.filter((_, index) => index % Math.ceil(subject.census.length / 10) === 0);
      for (const row of [...sampled, ...deleted, subject.row(-1)]) {
        const id = textOf(row['id']);
        const listed = await subject.list(`filters[id][in]=${id}`);
        const got = await subject.service.request(at(id));
        expect([got.status, got.headers['content-type']]).toEqual([200, 'application/json']);
        expect(Object.keys(objectOf(got.json()))).toEqual(['data']);
        expect(objectOf(got.json())['data']).toEqual(row);
        const object = got.text.slice('{"data":'.length, -1);
        expect(listed.answer.text.startsWith(`{"data":[${object}],"links":`)).toBe(true);
      }
    });

    it('GET-2: an id that nothing has is 404, and one that is no uuid is 400', async () => {
      const unknown = await subject.service.request(at(unknownId));
      expect([unknown.status, objectOf(unknown.json())['code']]).toEqual([404, 'not_found']);
      for (const malformed of [
        '42',
        unknownId.slice(1),
        `${unknownId}0`,
        unknownId.replaceAll('-', ''),
        '%00',
        `{${unknownId}}`,
      ]) {
        const refused = await subject.service.request(at(malformed));
        const problem = objectOf(refused.json());
        expect({ malformed, status: refused.status, code: problem['code'] }).toEqual({
          malformed,
          status: 400,
          code: 'invalid_request',
        });
        expect(problem['errors']).toEqual([{ parameter: 'id', code: 'invalid_value', detail: expect.any(String) }]);
      }
    });

    it('FILT-9: reads the id in any case', async () => {
      const id = textOf(subject.row(0)['id']);
      const [lower, upper] = await Promise.all([id, id.toUpperCase()].map((form) => subject.service.request(at(form))));
      expect([upper?.status, upper?.text]).toEqual([200, lower?.text]);
    });

    it('GET-3: refuses every query parameter, together with a bad id', async () => {
      const id = textOf(subject.row(0)['id']);
      const refused = await subject.service.request(`${at(id)}?limit=1&filters[id][in]=${id}`);
      expect(refused.status).toBe(400);
      const faults = arrayOf(objectOf(refused.json())['errors']).map((fault) => objectOf(fault));
      expect(faults.map(({ parameter, code }) => [parameter, code])).toEqual([
        ['limit', 'unknown_parameter'],
        ['filters[id][in]', 'unknown_parameter'],
      ]);
      const both = await subject.service.request(`${at('42')}?x=1`);
      expect(arrayOf(objectOf(both.json())['errors']).map((fault) => objectOf(fault)['parameter'])).toEqual([
        'id',
        'x',
      ]);
    });
  });
}
