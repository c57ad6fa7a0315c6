import { randomUUID } from 'node:crypto';
import { type Field, fieldTable, ProjectCreateDto } from '@resource-catalogue/contracts';
import type { Checks } from '../kit/check.js';
import { expectSame, expectShownAs } from '../kit/expect-project.js';
import { expectWritten, onProjects } from '../kit/projects.js';
import type { Json, JsonObject } from '../json.js';

/** Texts that a database, an encoding or a template may change. None has more than 50 characters. */
const texts = [
  ...['Folding stool', 'Möbel für draußen', 'Mo\u0308bel', '木の椅子', 'כיסא', '🛠\u200d🪑 stool', 'one\ttwo\nthree'],
  ...['the "seat", the \'leg\' and the \\ between', '<b>5 &lt; 6 & 7</b>', '100 %25 _of_ {{it}} ${it}'],
  ...["it's; -- /* no comment */", 'a\u2028b\u2029c\ufeffd', 'a\u0001b\u007fc', 'null', '-0.0e5', 'constructor'],
  ...[' \u3000padded \t', '', ' '],
];

const isText = ({ kind, name }: Field): boolean => kind === 'text' && !name.endsWith('_url');

/** A field with a text in each place that accepts any: the value, array items, and fields of the last item. */
function withText(field: Field, text: string): [field: string, value: Json][] {
  const { name, kind, dto, normal } = field;
  const isBlank = text.trim() === '';
  if (isText(field)) return isBlank && normal !== undefined ? [] : [[name, text]];
  if (kind !== 'array' || name.endsWith('_ids')) return [];
  if (!dto) return isBlank ? [] : [[name, ['plywood', text]]];
  const parts = [...fieldTable(dto()).values()].filter(isText);
  const least = Object.fromEntries(parts.filter(({ optional }) => !optional).map((part) => [part.name, 'Cut']));
  return [[name, [least, { ...least, ...Object.fromEntries(parts.flatMap((part) => withText(part, text))) }]]];
}

/** Writes every UTF-16 unit of every text and key as `\uXXXX`. */
const escapeTexts = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    const units = String(JSON.parse(text)).split('');
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  });

/** Ways to write the same JSON (WRITE-2). */
const writers: readonly ((body: JsonObject) => string)[] = [
  (body) => JSON.stringify(body),
  (body) => `\n${JSON.stringify(body, null, '\t')}\r\n `,
  (body) => escapeTexts(JSON.stringify(body)),
  (body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
];

const json = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'];

/** The headers of a write: only a POST has a key (WRITE-7), and only a PATCH the type of a merge patch (WRITE-2). */
const headers = {
  POST: json.flatMap((type): (() => Record<string, string>)[] => [
    () => ({ 'Content-Type': type }),
    () => ({ 'Content-Type': type, 'Idempotency-Key': randomUUID() }),
    () => ({ 'Content-Type': type, 'Idempotency-Key': `"${randomUUID()}"` }),
  ]),
  PATCH: [...json, 'application/merge-patch+json'].map((type) => () => ({ 'Content-Type': type })),
} as const;

export const bodyFormChecks: Checks = {
  'every-form-of-a-text-in-every-field': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-3', 'WRITE-7', 'WRITE-9'], {
    title: 'each field of a project stores each text unchanged, in every form of JSON, on POST and PATCH',
    run: async (projects) => {
      const old = await projects.create();
      const fields = [...fieldTable(ProjectCreateDto).values()];
      for (const [turn, text] of texts.entries()) {
        for (const [place, method] of (['POST', 'PATCH'] as const).entries()) {
          const part = Object.fromEntries(fields.flatMap((field) => withText(field, text)));
          const write = writers[(turn + 2 * place) % writers.length] ?? JSON.stringify;
          const sent = headers[method][turn % headers[method].length]?.() ?? {};
          const why = `${method} of ${JSON.stringify(text)} with ${JSON.stringify(sent)}`;
          const written =
            method === 'POST'
              ? expectWritten(await projects.post(write({ ...projects.small(), ...part }), sent), 201, why)
              : expectWritten(await projects.patch(old.id, write(part), sent), 200, why);
          expectShownAs(part, written);
          expectSame(written, await projects.read(written.id));
          await projects.expectListed(written);
        }
      }
    },
  }),
};
