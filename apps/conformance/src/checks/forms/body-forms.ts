import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../json.js';
import { expectSame, expectShownAs, type Written } from '../../kit/expect-project.js';
import type { Checks } from '../../kit/check.js';
import { expectWritten, onProjects, type Projects } from '../../kit/projects.js';
import { pairwise, batchCases } from './pairwise.js';

const fields: Readonly<Record<string, (text: string) => JsonObject>> = {
  name: (name) => ({ name }),
  summary: (summary) => ({ summary }),
  description: (description) => ({ description }),
  tags: (tag) => ({ tags: ['plywood', tag] }),
  'the title of a step': (title) => ({ steps: [{ title }] }),
  'the description of a step': (description) => ({ steps: [{ title: 'Cut' }, { title: 'Fold', description }] }),
};

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
  readonly field: string;
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
function isPossible({ method, type, key }: Partial<BodyCase>): boolean {
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
  const part: JsonObject = Object.fromEntries(
    cases.flatMap(({ field, text }) => Object.entries(fields[field]?.(text) ?? {})),
  );
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

const bodyKey = ({ field }: BodyCase): string => Object.keys(fields[field]?.('') ?? {}).join();

export const bodyFormChecks: Checks = {
  'every-form-of-a-text-in-every-field': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-3', 'WRITE-7', 'WRITE-9'], {
    title: 'each field of a project stores each text unchanged, in every form of JSON, on POST and PATCH',
    run: async (projects) => {
      const old = await projects.create();
      const cases = pairwise<BodyCase>(
        projects.context,
        {
          field: Object.keys(fields),
          text: texts,
          writer: Object.keys(writers),
          method: ['POST', 'PATCH'],
          type: types,
          key: ['without a key', 'with a key', 'with a quoted key'],
        },
        isPossible,
      );
      const bodies = batchCases(cases, requestKey, (one, other) => bodyKey(one) !== bodyKey(other));
      for (const body of bodies) await expectKept(projects, old, body);
    },
  }),
};
