import { readWireVectors } from '../kit/wire-vectors.js';
import { isObject, type Json, type JsonObject, makeArray, toText, valuesAt } from '../json.js';
import { expectEqual, expectProblem } from '../kit/expect.js';
import type { Exchange } from '../target/exchange.js';
import type { Written } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { expectWritten, onProjects, type Projects, rejectedName } from '../kit/projects.js';
import { unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';

/** Bodies that the API does not define: some forms of URLs, a byte order mark, zero-width spaces. */
const isOpen = (title: string): boolean =>
  /^external_url: (?!another scheme|script|no scheme|relative|data|http|port)|byte order mark$|zero width/.test(title);

type Names = ReadonlyMap<string, string | undefined>;

/** The ids behind the names of the vectors; a name without an id cannot be used. */
function namesOf({ fixture }: Projects, more: Readonly<Record<string, string | undefined>> = {}): Names {
  const { author, members, spaces, machines, licenses, thematics } = fixture;
  const { deadMember: deleted_member, deadMachine: deleted_machine, deadSpace: deleted_space } = fixture;
  const [[member, other_member], [machine, other_machine]] = [members, machines];
  const [[thematic, other_thematic], [space], [license]] = [thematics, spaces, licenses];
  return new Map(
    Object.entries({
      ...{ author, nothing: unknownId, space, license, member, other_member, machine, other_machine },
      ...{ thematic, other_thematic, deleted_member, deleted_machine, deleted_space, ...more },
    }),
  );
}

/** Expands the shorthand of a vector (the README of the wire vectors); undefined if the data have no id for a name. */
function expand(value: Json | undefined, names: Names): Json | undefined {
  const ids = [...JSON.stringify(value ?? null).matchAll(namePattern)].map(([, name = '']) => name.toLowerCase());
  return ids.every((name) => name === 'n' || names.get(name) !== undefined)
    ? expandValue(value ?? null, names)
    : undefined;
}

const namePattern = /\{(\w+)\}/g;

function expandValue(value: Json, names: Names): Json {
  if (typeof value === 'string')
    return value.replace(namePattern, (whole, name: string) => {
      const id = names.get(name.toLowerCase());
      return (name === name.toUpperCase() ? id?.toUpperCase() : id) ?? whole;
    });
  if (Array.isArray(value)) return value.map((item) => expandValue(item, names));
  if (!isObject(value)) return value;
  const { $repeat: repeat, $list: list, $join: join, times } = value;
  if (typeof repeat === 'string') return repeat.repeat(Number(times));
  if (Array.isArray(join)) return join.map((part) => toText(expandValue(part, names))).join('');
  if (list !== undefined)
    return makeArray(Number(times), (n) => expandValue(list, new Map([...names, ['n', String(n)]])));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expandValue(inner, names)]));
}

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

/** Expects the keys of a vector, except slugs, which depend on other projects, and HTML, which has its own checks. */
function expectAsWanted({ title, project: wanted }: Sent, { project, exchange }: Written): void {
  for (const [key, value] of Object.entries(isObject(wanted) ? wanted : {})) {
    if (key === 'slug' || key.endsWith('_rendered')) continue;
    const shown = inFormOf(value, project[key]);
    expectEqual(`${key} after ${title}`, inAnyOrder(key, shown), inAnyOrder(key, value), exchange);
  }
}

/** Expects an entry for every error and none for valid values; a parent or part of an error may also be listed. */
function expectErrorsOf({ vector, title }: Sent, exchange: Exchange): void {
  const pointersIn = (value: Json | undefined): string[] => valuesAt(value, 'errors[].pointer').map(toText);
  const pointers = pointersIn(vector).filter((pointer) => pointer !== '');
  expectProblem(exchange, 'invalid_request', `${exchange.request.method} with ${title}`, { pointers });
  const isOf = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`);
  const good = pointersIn(exchange.json).find((named) => !pointers.some((at) => isOf(named, at) || isOf(at, named)));
  if (good !== undefined && pointers.length > 0)
    fail(`no entry of errors except for ${pointers.join(', ')} (ERR-2)`, `one for ${good}`, exchange);
}

interface Sent {
  readonly vector: JsonObject;
  readonly title: string;
  readonly body: Json;
  /** The project as expected. */
  readonly project: Json;
  /** The project that an update changes. */
  readonly before: Written | null;
}

/** Runs every vector of an operation that the data allow; rejected updates of equal projects share one. */
async function eachVector(
  projects: Projects,
  [file, operation]: readonly ['project-bodies' | 'bad-project-bodies', 'create' | 'update'],
  run: (sent: Sent) => Promise<void>,
): Promise<void> {
  const { project } = await projects.create(projects.full());
  const foreign = { foreign_step: toText(valuesAt(project, 'steps[].id')[0]) };
  const shared = new Map<string, Written>();
  const vectors = readWireVectors(file).filter((vector) => vector['operation'] === operation);
  await projects.context.each(vectors, async (vector) => {
    const title = toText(vector['title']);
    if (isOpen(title)) return;
    const start = expand(vector['before'], namesOf(projects, foreign));
    if (start === undefined) return;
    const key = file === 'project-bodies' ? title : JSON.stringify(start);
    const before = isObject(start) ? (shared.get(key) ?? (await projects.create(start, `before ${title}`))) : null;
    if (before) shared.set(key, before);
    const [step_1, step_2] = valuesAt(before?.project, 'steps[].id').map(toText);
    const names = namesOf(projects, { ...foreign, step_1, step_2 });
    // A vector has a text instead of a body if no JSON serializer writes it.
    const body = expand(vector['text'] ?? vector['body'], names);
    const wanted = expand(vector['project'], names);
    if (body !== undefined && wanted !== undefined) await run({ vector, title, body, project: wanted, before });
  });
  if (file === 'bad-project-bodies') for (const before of shared.values()) await projects.expectUnchanged(before);
}

export const bodyChecks: Checks = {
  'bad-bodies-of-post-are-rejected': onProjects(['WRITE-1', 'WRITE-2', 'WRITE-3', 'ERR-2', 'SHAPE-8'], {
    title: 'POST rejects every invalid body, reports all errors and no valid value, and stores nothing',
    run: async (projects) => {
      const name = rejectedName();
      await eachVector(projects, ['bad-project-bodies', 'create'], async (sent) => {
        const { body } = sent;
        const isNamed = isObject(body) && body['name'] === 'Folding stool';
        expectErrorsOf(sent, await projects.post(isNamed ? { ...body, name } : body));
      });
      await projects.expectNoneCreated(name);
    },
  }),
  'bad-bodies-of-patch-are-rejected': onProjects(['WRITE-3', 'WRITE-2', 'ERR-2'], {
    title: 'PATCH rejects every invalid body, reports all errors and no valid value, and changes nothing',
    run: (projects) =>
      eachVector(projects, ['bad-project-bodies', 'update'], async (sent) => {
        const { body, before } = sent;
        const isHalfGood = isObject(body) && !('summary' in body);
        const half = isHalfGood ? { ...body, summary: 'Half applied' } : body;
        expectErrorsOf(sent, await projects.patch(before?.id ?? '', half));
      }),
  }),
  'values-up-to-the-limits-are-stored': onProjects(['WRITE-1', 'WRITE-3', 'SHAPE-10'], {
    title: 'POST stores every valid body: any text, empty or padded, within the limits, and every field',
    run: (projects) =>
      eachVector(projects, ['project-bodies', 'create'], async (sent) => {
        const written = expectWritten(await projects.post(sent.body), 201, `POST with ${sent.title}`);
        expectAsWanted(sent, written);
        await projects.expectUnchanged(written);
      }),
  }),
  'null-clears-and-arrays-replace': onProjects(['WRITE-2', 'WRITE-3', 'WRITE-5'], {
    title: 'an absent key keeps the value, null clears it, and an array replaces the whole array',
    run: (projects) =>
      eachVector(projects, ['project-bodies', 'update'], async (sent) => {
        const type = { 'Content-Type': 'application/merge-patch+json' };
        const exchange = await projects.patch(sent.before?.id ?? '', sent.body, type);
        const after = expectWritten(exchange, 200, `PATCH with ${sent.title}`);
        expectAsWanted(sent, after);
        await projects.expectUnchanged(after);
      }),
  }),
};
