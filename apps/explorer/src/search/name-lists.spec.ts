import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../test/document.js';
import type { JsonObject } from '../api/json.js';
import type { Reply } from '../request/send-request.js';
import { zonesOf } from '../time/zone.js';
import { findByName } from './name-lists.js';

const id = (number: number) => `0198c1bb-b4b8-73bd-840b-${String(number).padStart(12, '0')}`;
const space = { id: id(1), name: 'Dílna', time_zone: 'Europe/Prague' };
const member = (number: number, first_name: string, last_name: string) => ({
  ...{ id: id(number), number: `M-${number}`, email: `${number}@example.org`, first_name, last_name },
});

/** Responds with rows by collection; the collection `endless` has pages of one row without an end. */
function nameLists(rows: Readonly<Record<string, readonly JsonObject[] | Reply>>, endless = '') {
  const sent: string[] = [];
  const read = (target: string): Promise<Reply> => {
    sent.push(target);
    const [, name = '', query = ''] = /^\/api\/v1\/(\w+)\?(.*)$/.exec(target) ?? [];
    const [, field = '', value = ''] = /^filters\[(id|number|email)\]\[in\]=([^&]*)/.exec(query) ?? [];
    const stored = rows[name] ?? [];
    if ('ok' in stored) return Promise.resolve(stored);
    const listed = stored.filter((row) =>
      field === '' ? row['hidden'] !== true : row[field] === decodeURIComponent(value),
    );
    const body = { data: listed, meta: { next: name === endless && field === '' ? 'more' : null } };
    return Promise.resolve({ ok: true, body, quota: null, milliseconds: 1 });
  };
  const source = { read, zones: zonesOf([space]), names: new Map() };
  const find = (names: readonly string[], text: string) =>
    findByName(
      source,
      catalogue.collections.filter(({ name }) => names.includes(name)),
      text,
    );
  return { sent, find };
}

const failure = (status: number): Reply => ({
  ok: false,
  failure: { status, title: 'Failed', detail: '', code: null, errors: [], retryAfter: null, requestId: null },
});

const labels = async ({ find }: Pick<ReturnType<typeof nameLists>, 'find'>, collections: string[], text: string) =>
  (await find(collections, text)).entries.map(({ label }) => label);

describe('a search by name', () => {
  const zofie = member(7, 'Žofie', 'Šťastný');
  const members = [member(3, 'Noor', 'Haddad'), zofie, member(9, 'Nora', 'Zofie')];

  it('ignores case and accents, lists prefix matches first, and sends each request once', async () => {
    const { sent, find } = nameLists({ members });
    expect(await labels({ find }, ['members'], ' ZOFIE')).toEqual(['Žofie Šťastný', 'Nora Zofie']);
    expect(await labels({ find }, ['members'], 'stastny zof')).toEqual(['Žofie Šťastný']);
    expect(await labels({ find }, ['members'], 'm-3')).toEqual(['Noor Haddad']);
    expect(await labels({ find }, ['members'], 'nobody')).toEqual([]);
    // A letter too many, too few, wrong, and two swapped.
    for (const text of ['haddadd', 'hadad', 'hadded', 'ahddad'])
      expect(await labels({ find }, ['members'], text)).toEqual(['Noor Haddad']);
    expect(await labels({ find }, ['members'], 'hdda')).toEqual([]);
    expect(sent).toEqual(['/api/v1/members?filters[soft_deleted][eq]=false&sort=last_name&limit=200']);
  });

  it('shows sessions in the time zone of their space', async () => {
    const session = { id: id(2), training: { id: id(3), name: 'Laser' }, space, starts_at: '2026-03-07T18:30:00.000Z' };
    const { find } = nameLists({ training_sessions: [session] });
    expect(await labels({ find }, ['training_sessions'], 'laser')).toEqual(['Laser, Sat 7 Mar 19:30']);
  });

  it('reads at most five pages, and finds other rows by their exact number or e-mail address', async () => {
    const { sent, find } = nameLists(
      { members: [...members, { ...member(5, 'Ada', 'Last'), hidden: true }] },
      'members',
    );
    const found = await find(['members'], 'haddad');
    expect(found).toMatchObject({ isPartial: true, failure: null });
    expect(sent.filter((target) => target.startsWith('/api/v1/members'))).toHaveLength(5);
    expect(await labels({ find }, ['members'], '5@example.org')).toEqual(['Ada Last']);
    expect(await labels({ find }, ['members'], ' M-5 ')).toEqual(['Ada Last']);
    expect(await labels({ find }, ['members'], id(5))).toEqual(['Ada Last']);
    const before = sent.length;
    // A comma would separate two names.
    expect(await labels({ find }, ['members'], 'M-5,M-4')).toEqual([]);
    expect(sent).toHaveLength(before);
  });

  it('finds a row outside the list by its id', async () => {
    const { find } = nameLists({ members: [{ ...zofie, hidden: true }] });
    expect(await labels({ find }, ['members'], 'zofie')).toEqual([]);
    expect(await labels({ find }, ['members'], id(7))).toEqual(['Žofie Šťastný']);
  });

  it('skips collections outside the scopes of the token, and retries after other errors', async () => {
    const { sent, find } = nameLists({ members, machines: failure(403), places: failure(503) });
    const found = await find(['members', 'machines'], 'noor');
    expect(found).toMatchObject({ entries: [{ label: 'Noor Haddad' }], failure: null });
    for (const text of ['a', 'b']) expect(await find(['places'], text)).toMatchObject({ failure: { status: 503 } });
    expect(sent.filter((target) => target.startsWith('/api/v1/places'))).toHaveLength(2);
  });
});
