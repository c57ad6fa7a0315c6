import { randomUUID } from 'node:crypto';
import { type Field, fieldTable, ProjectCreateDto } from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';
import { expectSame, expectShownAs, type Written } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { expectWritten, onProjects, type Projects } from '../kit/projects.js';
import { pairwise, batchCases } from '../kit/pairwise.js';

interface TextPlace {
  /** The field of the body; places in different fields fit into one body. */
  readonly field: string;
  readonly isTrimmed: boolean;
  body(text: string): JsonObject;
}

const isText = ({ kind, name }: Field): boolean => kind === 'text' && !name.endsWith('_url');

/** The places of any text in the body of a project: texts, items of arrays of texts, and texts of their parts. */
const places: readonly TextPlace[] = [...fieldTable(ProjectCreateDto).values()].flatMap((field): TextPlace[] => {
  const { name, kind, dto, normal } = field;
  if (isText(field)) return [{ field: name, isTrimmed: normal !== undefined, body: (text) => ({ [name]: text }) }];
  if (kind !== 'array' || name.endsWith('_ids')) return [];
  if (!dto) return [{ field: name, isTrimmed: true, body: (text) => ({ [name]: ['plywood', text] }) }];
  const parts = [...fieldTable(dto()).values()].filter(isText);
  const least = Object.fromEntries(parts.filter(({ optional }) => !optional).map((part) => [part.name, 'Cut']));
  return parts.map((part) => ({
    field: name,
    isTrimmed: part.normal !== undefined,
    body: (text) => ({ [name]: [least, { ...least, [part.name]: text }] }),
  }));
});

/** Texts that a database, an encoding or a template may change. None has more than 50 characters. */
const texts = [
  'Folding stool',
  'Möbel für draußen',
  'Mo\u0308bel',
  '木の椅子',
  'כיסא',
  '🛠\u200d🪑 stool',
  'the "seat", the \'leg\' and the \\ between',
  'one\ttwo\nthree',
  '<b>5 &lt; 6 & 7</b>',
  '100 %25 _of_ {{it}} ${it}',
  "it's; -- /* no comment */",
  'a\u2028b\u2029c\ufeffd',
  'a\u0001b\u007fc',
  'null',
  '-0.0e5',
  'constructor',
  ' \u3000padded \t',
  // Only where texts are not trimmed.
  '',
  ' ',
];

/** Ways to write the same JSON (WRITE-2). */
const writers: Readonly<Record<string, (body: JsonObject) => string>> = {
  compact: (body) => JSON.stringify(body),
  'with spaces': (body) => `\n${JSON.stringify(body, null, '\t')}\r\n `,
  escaped: (body) => escaped(JSON.stringify(body)),
  'keys reversed': (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
};

/** Writes every UTF-16 unit of every text and key as `\uXXXX`. */
const escaped = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    const units = String(JSON.parse(text)).split('');
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  });

interface BodyCase {
  readonly place: TextPlace;
  readonly text: string;
  readonly writer: string;
  readonly method: 'POST' | 'PATCH';
  readonly type: string;
  readonly key: 'without a key' | 'with a key' | 'with a quoted key';
}

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/merge-patch+json',
];

/** Only a PATCH has the other media type, and only a POST has a key (WRITE-2, WRITE-7). */
function isPossible({ place, text, method, type, key }: Partial<BodyCase>): boolean {
  if (place?.isTrimmed === true && text?.trim() === '') return false;
  const isOfPatch = method === 'PATCH' || type === 'application/merge-patch+json';
  const isOfPost = method === 'POST' || (key !== undefined && key !== 'without a key');
  return !isOfPatch || !isOfPost;
}

function makeHeaders({ type, key }: BodyCase): Record<string, string> {
  if (key === 'without a key') return { 'Content-Type': type };
  const name = randomUUID();
  return { 'Content-Type': type, 'Idempotency-Key': key === 'with a quoted key' ? `"${name}"` : name };
}

/** Sends the texts in this form, and finds them in the response, in a get and in a list. */
async function expectKept(projects: Projects, old: Written, cases: readonly BodyCase[]): Promise<void> {
  const [one] = cases;
  if (one === undefined) return;
  const part: JsonObject = Object.fromEntries(cases.flatMap(({ place, text }) => Object.entries(place.body(text))));
  const body = one.method === 'POST' ? { ...projects.small(), ...part } : part;
  const text = writers[one.writer]?.(body) ?? '';
  const why = `${one.method} of ${Object.keys(part).join(', ')}, ${one.writer}, as ${one.type}`;
  const written =
    one.method === 'POST'
      ? expectWritten(await projects.post(text, makeHeaders(one)), 201, why)
      : expectWritten(await projects.patch(old.id, text, makeHeaders(one)), 200, why);
  expectShownAs(part, written);
  expectSame(written, await projects.read(written.id));
  await projects.expectListed(written);
}

const requestKey = ({ writer, method, type, key }: BodyCase): string => [writer, method, type, key].join();

export const bodyFormChecks: Checks = {
  'every-form-of-a-text-in-every-field': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-3', 'WRITE-7', 'WRITE-9'], {
    title:
      'each field of a project stores each text unchanged, empty and padded ones too, in every form of JSON, on POST and PATCH',
    run: async (projects) => {
      const old = await projects.create();
      const cases = pairwise<BodyCase>(
        projects.context,
        {
          place: places,
          text: texts,
          writer: Object.keys(writers),
          method: ['POST', 'PATCH'],
          type: types,
          key: ['without a key', 'with a key', 'with a quoted key'],
        },
        isPossible,
      );
      const bodies = batchCases(cases, requestKey, (one, other) => one.place.field !== other.place.field);
      for (const body of bodies) await expectKept(projects, old, body);
    },
  }),
};
