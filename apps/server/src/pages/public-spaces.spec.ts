import { describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { hoursLines, PublicSpaces, specialLines } from './public-spaces.js';

const hours = (...lines: readonly (readonly [number, string, string])[]) =>
  lines.map(([day_of_week, opens_at, closes_at]) => ({ day_of_week, opens_at, closes_at }));

describe('opening hours', () => {
  it.each([
    [[], ['Always open']],
    [
      hours(...[1, 2, 3].map((day) => [day, '09:00', '17:00'] as const), [3, '18:00', '20:00'], [6, '10:00', '12:00']),
      [
        '<span>Mon–Tue</span> 09:00–17:00',
        '<span>Wed</span> 09:00–17:00, 18:00–20:00',
        '<span>Thu–Fri</span> closed',
        '<span>Sat</span> 10:00–12:00',
        '<span>Sun</span> closed',
      ],
    ],
    [hours([1, '<b>', '17:00']), ['<span>Mon</span> &lt;b&gt;–17:00', '<span>Tue–Sun</span> closed']],
  ])('have one line for each group of days', (entries, lines) => {
    expect(hoursLines(entries)).toEqual(lines);
  });
});

it('the next five dates with other hours have a line each, without markup', () => {
  const closed = { closed: true, opens_at: null, closes_at: null };
  const open = { closed: false, opens_at: '10:00', closes_at: '13:00' };
  const exceptions = [
    { date: '2026-12-23', ...closed, note: null },
    { date: '2026-12-24', ...open, note: 'Christmas Eve' },
    { date: '2026-12-24', ...open, opens_at: '18:00', closes_at: '01:00', note: 'Christmas Eve' },
    { date: '2026-12-25', ...closed, note: '<b>Christmas</b>' },
    ...['27', '28', '29', '30'].map((day) => ({ date: `2026-12-${day}`, ...closed, note: null })),
  ];
  expect(specialLines(exceptions, '2026-12-24')).toEqual([
    '<span>Thu 24 Dec</span> 10:00–13:00, 18:00–01:00: <bdi>Christmas Eve</bdi>',
    '<span>Fri 25 Dec</span> closed: <bdi>&lt;b&gt;Christmas&lt;/b&gt;</bdi>',
    '<span>Sun 27 Dec</span> closed',
    '<span>Mon 28 Dec</span> closed',
    '<span>Tue 29 Dec</span> closed',
  ]);
  expect(specialLines({}, '2026-12-24')).toEqual([]);
});

it('the page shows only name, address, hours and website of published spaces, and only if PUBLIC_SPACES allows it', async () => {
  const database = await scratchDatabase();
  const space = (name: string, more: object) =>
    database.prisma.space.create({
      data: {
        ...{ id: `018f0000-0000-7000-8000-${name.padStart(12, '0')}`, slug: `s${name}`, name: `Space <${name}>` },
        ...{
          time_zone: 'Europe/Dublin',
          email: 'secret@example.org',
          publication_state: 'published' as const,
          published_at: new Date(0),
        },
        ...{ address: { street: '1 Quay', postal_code: 'T12', city: 'Cork' }, website_url: 'https://a.example/?b="' },
        ...more,
      },
    });
  await space('1', {});
  const holiday = (date: string) => ({ date, closed: true, opens_at: null, closes_at: null, note: null });
  await space('5', {
    time_zone: 'Pacific/Auckland',
    opening_exceptions: [holiday('1970-01-01'), holiday('1970-01-02')],
  });
  await space('2', { publication_state: 'draft', published_at: null });
  await space('3', { soft_deleted_at: new Date() });
  await space('4', { website_url: 'javascript:alert(1)' });
  expect(await new PublicSpaces(database.prisma, false).html()).toBe('');
  const shown = new PublicSpaces(database.prisma, true, () => 12 * 3_600_000);
  const html = await shown.html();
  expect(html).toContain('Space &lt;1&gt;');
  expect(html).toContain('1 Quay, T12 Cork');
  expect(html).toContain('href="https://a.example/?b=&quot;"');
  expect(html).toContain('Space &lt;4&gt;');
  // It is the second of January in Auckland already.
  expect(html).toContain('<span>Fri 2 Jan</span> closed');
  for (const hidden of ['1 Jan', '&lt;2&gt;', '&lt;3&gt;', 'secret@', 'javascript:'])
    expect(html).not.toContain(hidden);
  await database.close();
  // Reused for a while, also without a database; afterwards the page goes without the spaces.
  expect(await shown.html()).toBe(html);
  expect(await new PublicSpaces(database.prisma, true).html()).toBe('');
});
