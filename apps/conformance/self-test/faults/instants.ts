import { idsOf, list, rows, same } from '../probe/ask.js';
import { textOf } from '../server/json.js';
import { hour } from '../server/world/clock.js';
import { instantOf } from '../server/query/instants.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

// Faults of the form of a time: what is accepted that must not be, and the other way round.

const isTaken = async (server: SelfTestServer, text: string): Promise<boolean> =>
  (await list(server, 'bookings', `filters[starts_at][gte]=${text}`)).status === 200;

/** Accepts what is good once it is rewritten. */
const accepting = <Name extends string>(
  name: Name,
  summary: string,
  rewrite: (text: string) => string,
  example: string,
) =>
  ({
    id: `range-${name}`,
    family: 'range',
    rule: 'FILT-5',
    summary,
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => sound.instantOf(text, filter, operator) ?? instantOf(rewrite(text)),
    }),
    probe: (server) => isTaken(server, encodeURIComponent(example)),
  }) as const satisfies Fault;

const refusing = <Name extends string>(name: Name, summary: string, refused: RegExp, example: string) =>
  ({
    id: `range-${name}`,
    family: 'range',
    rule: 'FILT-5',
    summary,
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => (refused.test(text) ? null : sound.instantOf(text, filter, operator)),
    }),
    probe: async (server) => !(await isTaken(server, encodeURIComponent(example))),
  }) as const satisfies Fault;

/** The same instant as it is told two hours east. */
const withOffset = (instant: string): string =>
  encodeURIComponent(new Date(Date.parse(instant) + 2 * hour).toISOString().replace('Z', '+02:00'));

const all = (server: SelfTestServer, collection: string, query = '') => rows(server, collection, `limit=200&${query}`);

const ids = async (server: SelfTestServer, bound: string): Promise<string[]> =>
  idsOf(await all(server, 'bookings', `sort=starts_at&filters[starts_at][gte]=${bound}`));

/** An instant at which some bookings start. */
async function someStart(server: SelfTestServer): Promise<string> {
  const [first] = await rows(server, 'bookings', 'limit=1&sort=starts_at');
  return textOf(first?.['starts_at']);
}

export const instantFaults = [
  {
    id: 'range-offset-ignored',
    family: 'range',
    rule: 'FILT-5',
    summary: 'the offset of a time is passed over',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => sound.instantOf(text.replace(/[+-]\d\d:\d\d$/, 'Z'), filter, operator),
    }),
    probe: async (server) => {
      const start = await someStart(server);
      return !same(await ids(server, start), await ids(server, withOffset(start)));
    },
  },
  {
    id: 'range-offset-the-other-way',
    family: 'range',
    rule: 'FILT-5',
    summary: 'the offset of a time is added in place of taken away',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) =>
        sound.instantOf(
          text.replace(/([+-])(\d\d:\d\d)$/, (_, sign: string, rest: string) => `${sign === '+' ? '-' : '+'}${rest}`),
          filter,
          operator,
        ),
    }),
    probe: async (server) => {
      const start = await someStart(server);
      return !same(await ids(server, start), await ids(server, withOffset(start)));
    },
  },
  {
    id: 'range-negative-offset-refused',
    family: 'range',
    rule: 'FILT-5',
    summary: 'an offset behind UTC is refused',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) =>
        /-\d\d:\d\d$/.test(text) ? null : sound.instantOf(text, filter, operator),
    }),
    probe: async (server) => !(await isTaken(server, '2026-03-01T09:00:00-05:00')),
  },
  {
    id: 'range-date-is-end-of-day',
    family: 'range',
    rule: 'FILT-5',
    summary: 'a date with lte or gt stands for the end of its day',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => {
        const time = sound.instantOf(text, filter, operator);
        const late = operator === 'lte' || operator === 'gt';
        return time !== null && text.length === 10 && late ? time + 24 * hour - 1 : time;
      },
    }),
    probe: async (server) => {
      const day = (await someStart(server)).slice(0, 10);
      const list = await all(server, 'bookings', `filters[starts_at][lte]=${day}`);
      return list.some(
        (row) => textOf(row['starts_at']).startsWith(day) && !textOf(row['starts_at']).includes('T00:00:00.000'),
      );
    },
  },
  {
    id: 'range-date-is-local',
    family: 'range',
    rule: 'FILT-5',
    summary: 'a date stands for midnight an hour east of UTC',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => {
        const time = sound.instantOf(text, filter, operator);
        return time !== null && text.length === 10 ? time - hour : time;
      },
    }),
    probe: async (server) => {
      const starts = (await all(server, 'bookings')).map((row) => textOf(row['starts_at']));
      const late = Date.parse(starts.find((start) => start.includes('T23:3')) ?? '');
      const next = new Date(late + hour).toISOString().slice(0, 10);
      return (await all(server, 'bookings', `filters[starts_at][gte]=${next}`)).some(
        (row) => textOf(row['starts_at']) < next,
      );
    },
  },
  {
    id: 'range-zoneless-is-local',
    family: 'range',
    rule: 'FILT-5',
    summary: 'a time with nothing behind it is that of a place two hours east',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => {
        const time = sound.instantOf(text, filter, operator);
        return time !== null && /T[\d:.]+$/.test(text) ? time - 2 * hour : time;
      },
    }),
    probe: async (server) => {
      const start = await someStart(server);
      const [last] = await rows(server, 'bookings', 'limit=1&sort=-starts_at');
      const bound = new Date(Date.parse(textOf(last?.['starts_at'])) + 1).toISOString();
      return start !== '' && (await ids(server, bound.replace('Z', ''))).length > 0;
    },
  },
  {
    id: 'range-fraction-rounded',
    family: 'range',
    rule: 'FILT-5',
    summary: 'digits after the third are rounded, not cut off',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) => {
        const time = sound.instantOf(text, filter, operator);
        return time !== null && /\.\d{3}[5-9]/.test(text) ? time + 1 : time;
      },
    }),
    probe: async (server) => {
      const start = await someStart(server);
      return !same(await ids(server, start), await ids(server, start.replace('Z', '9Z')));
    },
  },
  {
    id: 'range-short-fraction-misread',
    family: 'range',
    rule: 'FILT-5',
    summary: 'one digit of a fraction counts milliseconds, not tenths',
    behaviour: (sound) => ({
      instantOf: (text, filter, operator) =>
        sound.instantOf(
          text.replace(/\.(\d{1,2})(?=Z|$|[+-])/, (_, digits: string) => `.${digits.padStart(3, '0')}`),
          filter,
          operator,
        ),
    }),
    probe: async (server) => {
      const [last] = await rows(server, 'bookings', 'limit=1&sort=-starts_at');
      const second = textOf(last?.['starts_at']).slice(0, 19);
      const milliseconds = Number(textOf(last?.['starts_at']).slice(20, 23));
      const tenth = Math.floor(milliseconds / 100) + (milliseconds % 100 === 0 ? 0 : 1);
      return !same(await ids(server, `${second}.${tenth}Z`), await ids(server, `${second}.${tenth}00Z`));
    },
  },

  accepting(
    'unreal-date-rolls-over',
    '30 February is 2 March',
    (text) => text.replace('-02-30', '-03-02'),
    '2026-02-30',
  ),
  accepting(
    'space-for-t',
    'a space may stand in the place of T',
    (text) => text.replace(' ', 'T'),
    '2026-03-01 09:00:00Z',
  ),
  accepting('small-letters', 't and z may be small', (text) => text.toUpperCase(), '2026-03-01t09:00:00z'),
  accepting('hour-24', 'hour 24 is accepted', (text) => text.replace('T24:00', 'T23:59'), '2026-03-01T24:00:00Z'),
  accepting(
    'leap-second',
    'second 60 is accepted',
    (text) => text.replace(/:60(?=Z|$)/, ':59'),
    '2026-12-31T23:59:60Z',
  ),
  accepting(
    'short-offset',
    'an offset may be without a colon',
    (text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
    '2026-03-01T09:00:00+0100',
  ),
  accepting(
    'epoch',
    'a number of seconds is accepted',
    (text) => (/^\d{9,13}$/.test(text) ? '2026-03-01' : text),
    '1772355600',
  ),
  accepting(
    'month-alone',
    'a month stands for its first day',
    (text) => (/^\d{4}-\d\d$/.test(text) ? `${text}-01` : text),
    '2026-03',
  ),
  accepting(
    'year-out-of-range',
    'an offset may lead out of the year 9999',
    (text) => text.replace(/^9999.*-00:01$/, '9999-12-31'),
    '9999-12-31T23:59:59-00:01',
  ),
  refusing('minutes-need-seconds', 'a time without seconds is refused', /T\d\d:\d\d(?:Z|$|[+-])/, '2026-03-01T09:00Z'),
  refusing('fraction-refused', 'more than three fraction digits are refused', /\.\d{4}/, '2026-03-01T09:00:00.123456Z'),
  refusing('date-alone-refused', 'a date alone is refused', /^\d{4}-\d\d-\d\d$/, '2026-03-01'),
  refusing('zone-needed', 'a time with nothing behind it is refused', /T[\d:.]+$/, '2026-03-01T09:00:00'),
  {
    id: 'range-empty-bound-ignored',
    family: 'range',
    rule: 'FILT-5',
    summary: 'a bound that cannot be read is passed over',
    behaviour: () => ({ tolerates: ({ at, code }) => code === 'invalid_value' && /\[[gl]te?\]$/.test(at) }),
    probe: (server) => isTaken(server, 'soon'),
  },
] as const satisfies readonly Fault[];
