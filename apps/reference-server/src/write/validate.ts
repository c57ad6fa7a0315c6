import { initialPublicationStates, parseUuid, publicationStates, renderedLimits } from '@resource-catalogue/contracts';
import { readId, isList, type JsonObject, type JsonValue, objectsAt } from '../json.js';
import type { ValidationError } from '../problem-error.js';
import { blocksOf, keptHtml, rendered } from './markdown.js';
import {
  isAnyOf,
  Place,
  type Reader,
  reference,
  references,
  steps,
  tags,
  text,
  title,
  type WriteContext,
} from './readers.js';

interface WriteField {
  readonly read: Reader;
  readonly required?: boolean;
  readonly nullable?: boolean;
}

const either: readonly (readonly [string, WriteField])[] = [
  ['summary', { read: text(500), nullable: true }],
  ['description', { read: text(100_000), nullable: true }],
  ['space_id', { read: reference('spaces'), nullable: true }],
  ['license_id', { read: reference('project_licenses'), nullable: true }],
  ['thematic_ids', { read: references('project_thematics', 10) }],
  ['machine_ids', { read: references('machines', 50) }],
  ['collaborator_ids', { read: references('members', 50) }],
  ['tags', { read: tags(20) }],
  ['external_url', { read: text(2048, { url: true }), nullable: true }],
  ['steps', { read: steps(100) }],
];

const createFields: ReadonlyMap<string, WriteField> = new Map([
  ['name', { read: title, required: true }],
  ['author_id', { read: reference('members'), required: true }],
  ...either,
  ['publication_state', { read: isAnyOf(initialPublicationStates) }],
]);

const updateFields: ReadonlyMap<string, WriteField> = new Map([
  ['name', { read: title }],
  ...either,
  ['publication_state', { read: isAnyOf(publicationStates) }],
]);

/** All errors of a body by the table in section 9 (ERR-2), and the sent fields in normal form. */
export function validate(body: JsonObject, context: WriteContext) {
  const fields = context.before === null ? createFields : updateFields;
  const errors: ValidationError[] = [];
  const root = new Place(context, errors);
  for (const key of Object.keys(body).filter((name) => !fields.has(name)))
    root.at(key).refuse('unknown_field', 'Unknown or read-only field.');
  const sent: Record<string, JsonValue> = {};
  for (const [name, field] of fields) {
    const value = sentValue(Object.hasOwn(body, name) ? body[name] : undefined, field, root.at(name));
    if (value !== undefined) sent[name] = value;
  }
  const author = context.before === null ? sent['author_id'] : readId(context.before['author']);
  refuseTooLarge(sent, root);
  refuseAuthor(body, author, root.at('collaborator_ids'));
  return { sent, errors };
}

/** Undefined if there is nothing to store. */
function sentValue(value: JsonValue | undefined, field: WriteField, place: Place): JsonValue | undefined {
  const { read, required = false, nullable = false } = field;
  if (value === undefined && !required) return undefined;
  if (value !== undefined && value !== null) return read(value, place) ?? undefined;
  if (!nullable) place.refuse('required', 'This field is required.');
  return nullable && place.context.before !== null ? null : undefined;
}

/** The author must not be a collaborator. */
function refuseAuthor(body: JsonObject, author: JsonValue | undefined, place: Place): void {
  const collaborators = Object.hasOwn(body, 'collaborator_ids') ? body['collaborator_ids'] : undefined;
  if (!isList(collaborators) || typeof author !== 'string') return;
  for (const [index, item] of collaborators.entries()) {
    const own = place.at(index);
    const already = place.errors.some(({ at }) => at === own.pointer);
    if (!already && typeof item === 'string' && parseUuid(item) === author)
      own.refuse('invalid_value', 'The author cannot be a collaborator of the same project: leave the id out.');
  }
}

/** Reports the first text of a body with which the project becomes too large (WRITE-10). */
function refuseTooLarge(sent: JsonObject, root: Place): void {
  const { before } = root.context;
  const all = before === null ? [] : keptHtml(before, []);
  const maxBytes = Math.max(renderedLimits.bytes, countBytes(all));
  let bytes = before === null ? 0 : countBytes(keptHtml(before, Object.keys(sent)));
  let blocks = 0;
  const known = new Set((before === null ? [] : listTexts(before, root)).map(([markdown]) => markdown));
  for (const [markdown, place] of listTexts(sent, root)) {
    if (!known.has(markdown)) blocks += blocksOf(markdown);
    if (blocks <= renderedLimits.blocks) bytes += countBytes([rendered(markdown)]);
    if (blocks > renderedLimits.blocks || bytes > maxBytes) {
      place.refuse('too_large', 'With this text the Markdown of the project becomes too large: shorten it.');
      return;
    }
  }
}

/** The Markdown texts of a project or a body, with their places. */
function listTexts(project: JsonObject, root: Place): (readonly [markdown: string, place: Place])[] {
  const texts = [
    [project['description'], root.at('description')] as const,
    ...objectsAt(project, 'steps').map(
      (step, index) => [step['description'], root.at('steps', index, 'description')] as const,
    ),
  ];
  return texts.flatMap(([markdown, place]) => (typeof markdown === 'string' ? [[markdown, place] as const] : []));
}

const countBytes = (html: readonly string[]): number => html.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
