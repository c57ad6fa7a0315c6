import { wireVectors } from '../kit/wire-vectors.js';
import { isObject, type Json, type JsonObject, toText, valuesAt } from '../json.js';
import { expectEqual, expectProblem } from '../kit/expect.js';
import type { Exchange } from '../target/exchange.js';
import type { Written } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { expectWritten, onProjects, type Projects, refusedName } from '../kit/projects.js';
import { unknownId } from '../kit/subject.js';
import { violated } from '../kit/violation.js';

/** Bodies whose meaning the text of the interface leaves open: forms of URLs, a byte order mark, what is a space. */
const isOpen = (title: string): boolean =>
  /^external_url: (?!another scheme|script|no scheme|relative|data|http|port)|byte order mark$|zero width/.test(title);

interface Vector {
  readonly title: string;
  readonly vector: JsonObject;
}

const vectorsOf = (file: string, operation: 'create' | 'update'): Vector[] =>
  wireVectors(file)
    .filter((vector) => vector['operation'] === operation)
    .map((vector) => ({ vector, title: toText(vector['title']) }))
    .filter(({ title }) => !isOpen(title));

type Names = ReadonlyMap<string, string | undefined>;

/** The ids behind the names of the vectors; a name without an id cannot be used. */
function namesOf({ fixture }: Projects, more: Readonly<Record<string, string | undefined>> = {}): Names {
  const { author, members, spaces, machines, licenses, thematics } = fixture;
  const [[member, other_member], [machine, other_machine]] = [members, machines];
  const [[thematic, other_thematic], [space], [license]] = [thematics, spaces, licenses];
  const { deadMember: deleted_member, deadMachine: deleted_machine, deadSpace: deleted_space } = fixture;
  const own = { author, nothing: unknownId, space, license, member, other_member, machine, other_machine };
  const deleted = { deleted_member, deleted_machine, deleted_space };
  return new Map(Object.entries({ ...own, thematic, other_thematic, ...deleted, ...more }));
}

const namePattern = /\{(\w+)\}/g;

/** Whether the data have an id for each name in a value. */
const canExpand = (value: Json, names: Names): boolean =>
  [...JSON.stringify(value).matchAll(namePattern)].every(
    ([, name = '']) => name === 'n' || names.get(name.toLowerCase()) !== undefined,
  );

/** Expands the shorthand of a vector (the README of the wire vectors). */
function expanded(value: Json, names: Names): Json {
  if (typeof value === 'string')
    return value.replace(namePattern, (whole, name: string) => {
      const id = names.get(name.toLowerCase());
      return (name === name.toUpperCase() ? id?.toUpperCase() : id) ?? whole;
    });
  if (Array.isArray(value)) return value.map((item) => expanded(item, names));
  if (!isObject(value)) return value;
  const { $repeat: repeat, $list: list, $join: join, times } = value;
  const count = Number(times);
  if (typeof repeat === 'string') return repeat.repeat(count);
  if (Array.isArray(join)) return join.map((part) => toText(expanded(part, names))).join('');
  if (list !== undefined)
    return Array.from({ length: count }, (_, n) => expanded(list, new Map([...names, ['n', String(n)]])));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expanded(inner, names)]));
}

/** The body of a vector: a text that JSON printers never write, or an object. */
const bodyOf = ({ vector }: Vector, names: Names): Json => expanded(vector['text'] ?? vector['body'] ?? null, names);

/** The part of a project with the form of an expected value: a reference as its id, a set of them in any order. */
function inFormOf(wanted: Json, shown: Json | undefined): Json {
  if (isObject(shown) && typeof wanted === 'string') return shown['id'] ?? null;
  if (isObject(shown) && isObject(wanted))
    return Object.fromEntries(Object.keys(wanted).map((key) => [key, inFormOf(wanted[key] ?? null, shown[key])]));
  if (!Array.isArray(shown) || !Array.isArray(wanted)) return shown ?? null;
  return shown.map((item, index) => inFormOf(wanted[index] ?? (isObject(item) ? '' : null), item));
}

const inAnyOrder = (key: string, value: Json): Json =>
  key === 'tags' || key === 'steps' || !Array.isArray(value) ? value : [...value].sort();

/** Expects the keys that a vector names; slugs depend on other projects, and HTML has its own checks. */
function expectAsWanted({ vector, title }: Vector, { project, exchange }: Written, names: Names): void {
  const wanted = expanded(vector['project'] ?? null, names);
  for (const [key, value] of Object.entries(isObject(wanted) ? wanted : {})) {
    if (key === 'slug' || key.endsWith('_rendered')) continue;
    const shown = inFormOf(value, project[key]);
    expectEqual(`${key} after ${title}`, inAnyOrder(key, shown), inAnyOrder(key, value), exchange);
  }
}

/** Expects an entry for every error and none for valid values; a parent or part of an error may also be named. */
function expectErrorsOf({ vector, title }: Vector, exchange: Exchange): void {
  const pointers = valuesAt(vector, 'errors[].pointer')
    .map(toText)
    .filter((pointer) => pointer !== '');
  expectProblem(exchange, 'invalid_request', `${exchange.request.method} with ${title}`, { pointers });
  const isOf = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`);
  const good = valuesAt(exchange.json, 'errors[].pointer')
    .map(toText)
    .find((named) => !pointers.some((at) => isOf(named, at) || isOf(at, named)));
  if (good !== undefined && pointers.length > 0)
    violated(`no entry of errors except for ${pointers.join(', ')} (ERR-2)`, `one for ${good}`, exchange);
}

/** The project that an update begins with, and the names of its steps. */
async function makeBefore(projects: Projects, { vector, title }: Vector, foreign: string | undefined) {
  const before = expanded(vector['before'] ?? null, namesOf(projects));
  const written = await projects.create(isObject(before) ? before : {}, `the project before ${title}`);
  const [first, second] = valuesAt(written.project, 'steps[].id').map(toText);
  return { written, names: namesOf(projects, { step_1: first, step_2: second, foreign_step: foreign }) };
}

export const bodyChecks: Checks = {
  'bad-bodies-of-post-are-refused': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-3', 'ERR-2', 'SHAPE-8'], {
    title: 'POST refuses every invalid body, names all errors and no valid value, and stores nothing',
    run: async (projects) => {
      const name = refusedName();
      const foreign = toText(valuesAt((await projects.create(projects.full())).project, 'steps[].id')[0] ?? '');
      const names = namesOf(projects, { foreign_step: foreign });
      await projects.context.each(vectorsOf('bad-project-bodies', 'create'), async (one) => {
        if (!canExpand(one.vector, names)) return;
        const body = bodyOf(one, names);
        const isNamed = isObject(body) && body['name'] === 'Folding stool';
        expectErrorsOf(one, await projects.post(isNamed ? { ...body, name } : body));
      });
      await projects.expectNoneMade(name);
    },
  }),
  'bad-bodies-of-patch-are-refused': onProjects(['WRITE-3', 'WRITE-2', 'ERR-2'], {
    title: 'PATCH refuses every invalid body, names all errors and no valid value, and changes nothing',
    run: async (projects) => {
      const foreign = toText(valuesAt((await projects.create(projects.full())).project, 'steps[].id')[0] ?? '');
      const known = new Map<string, Awaited<ReturnType<typeof makeBefore>>>();
      await projects.context.each(vectorsOf('bad-project-bodies', 'update'), async (one) => {
        const key = JSON.stringify(one.vector['before']);
        if (!canExpand(one.vector['before'] ?? null, namesOf(projects))) return;
        const { written, names } = known.get(key) ?? (await makeBefore(projects, one, foreign));
        known.set(key, { written, names });
        if (!canExpand(one.vector, names)) return;
        const body = bodyOf(one, names);
        const isHalfGood = isObject(body) && !('summary' in body);
        expectErrorsOf(one, await projects.patch(written.id, isHalfGood ? { ...body, summary: 'Half applied' } : body));
      });
      for (const { written } of known.values()) await projects.expectUnchanged(written);
    },
  }),
  'limits-of-fields-are-reached': onProjects(['WRITE-1', 'WRITE-3', 'SHAPE-10'], {
    title: 'POST stores every valid body: any text, empty or padded, within the limits, and every field',
    run: async (projects) => {
      const names = namesOf(projects);
      await projects.context.each(vectorsOf('project-bodies', 'create'), async (one) => {
        if (!canExpand(one.vector, names)) return;
        const written = expectWritten(await projects.post(bodyOf(one, names)), 201, `POST with ${one.title}`);
        expectAsWanted(one, written, names);
        await projects.expectUnchanged(written);
      });
    },
  }),
  'null-clears-and-arrays-replace': onProjects(['WRITE-2', 'WRITE-3', 'WRITE-5'], {
    title: 'an absent key keeps the value, null clears it, and an array replaces the whole array',
    run: async (projects) => {
      const type = { 'Content-Type': 'application/merge-patch+json' };
      await projects.context.each(vectorsOf('project-bodies', 'update'), async (one) => {
        if (!canExpand(one.vector['before'] ?? null, namesOf(projects))) return;
        const { written: before, names } = await makeBefore(projects, one, undefined);
        if (!canExpand(one.vector, names)) return;
        const exchange = await projects.patch(before.id, bodyOf(one, names), type);
        const after = expectWritten(exchange, 200, `PATCH with ${one.title}`);
        expectAsWanted(one, after, names);
        await projects.expectUnchanged(after);
      });
    },
  }),
};
