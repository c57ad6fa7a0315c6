import { isUuid, ProjectCreateDto, ProjectUpdateDto, renderedLimits } from '@resource-catalogue/contracts';
import { isList, type JsonObject, type JsonValue, objectsAt, readId, type Row, toText } from '../json.js';
import { isDeleted } from '../list.js';
import { pointerError, type ValidationError } from '../problem-error.js';
import { findRow, type Store } from '../store.js';
import { readFields } from './body-fields.js';
import { parseBody } from './body-text.js';
import { countBlocks, renderMarkdown } from './markdown.js';
import { refersTo, referenceFields } from './project-rows.js';

export interface SentProject {
  /** The known fields in normal form. */
  readonly sent: JsonObject;
  readonly errors: readonly ValidationError[];
}

/** Reads the body of a write; the project to change is null on POST. */
export type ReadBody = (bytes: Buffer, before: Row | null) => SentProject;

export const bodyReader =
  (store: Store): ReadBody =>
  (bytes, before) => {
    const { body, errors: textual } = parseBody(bytes);
    if (body === null) return { sent: {}, errors: textual };
    const errors: ValidationError[] = [];
    const sent = readFields(before === null ? ProjectCreateDto : ProjectUpdateDto, body, '', errors);
    const isRight = ({ at }: { readonly at: string }): boolean => !errors.some((error) => error.at === at);
    for (const rule of rules) errors.push(...rule(sent, before, store).filter(isRight));
    const texts = textsOf(sent).filter(isRight);
    return { sent, errors: [...textual, ...errors, ...sizeErrors(texts, sent, before)] };
  };

// Rules that the DTOs do not express (section 9).

type Rule = (sent: JsonObject, before: Row | null, store: Store) => ValidationError[];

function idsIn(field: string, value: JsonValue): { readonly at: string; readonly id: string }[] {
  const ids = isList(value)
    ? value.map((id, index) => ({ at: `/${field}/${index}`, id }))
    : [{ at: `/${field}`, id: value }];
  return ids.flatMap(({ at, id }) => (isUuid(id) ? [{ at, id }] : []));
}

/** Errors of references to rows that do not exist, and of new references to deleted rows. */
const referenceErrors: Rule = (sent, before, store) =>
  [...referenceFields].flatMap(([field, { to }]) =>
    idsIn(field, sent[field] ?? null)
      .filter(({ id }) => {
        const row = findRow(store, to, id);
        return row === null || (isDeleted(row) && (before === null || !refersTo(before, to, id)));
      })
      .map(({ at }) => pointerError(at, 'unknown_reference', 'No resource has this id.')),
  );

const authorErrors: Rule = (sent, before) => {
  const author = before === null ? sent['author_id'] : readId(before['author']);
  return idsIn('collaborator_ids', sent['collaborator_ids'] ?? null)
    .filter(({ id }) => id === author)
    .map(({ at }) => pointerError(at, 'invalid_value', 'The author cannot be a collaborator: leave the id out.'));
};

const stepErrors: Rule = (sent, before) => {
  const own = objectsAt(before ?? {}, 'steps').map(({ id }) => id);
  const ids = objectsAt(sent, 'steps').map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const at = `/steps/${index}/id`;
    if (id === undefined) return [];
    if (ids.indexOf(id) < index) return [pointerError(at, 'duplicate', 'Duplicate entry.')];
    return own.includes(id) ? [] : [pointerError(at, 'unknown_reference', 'No step of this project has this id.')];
  });
};

const rules = [referenceErrors, authorErrors, stepErrors];

/** The Markdown of a project or a body, with the places. */
const textsOf = (project: JsonObject): { readonly at: string; readonly markdown: string }[] =>
  [
    { at: '/description', markdown: project['description'] },
    ...objectsAt(project, 'steps').map((step, index) => ({
      at: `/steps/${index}/description`,
      markdown: step['description'],
    })),
  ].flatMap(({ at, markdown }) => (typeof markdown === 'string' ? [{ at, markdown }] : []));

const htmlBytes = (project: JsonObject): number =>
  [project, ...objectsAt(project, 'steps')]
    .map(({ description_rendered: html }) => Buffer.byteLength(toText(html ?? '')))
    .reduce((sum, bytes) => sum + bytes);

/** The first text of a body with which the project becomes too large (WRITE-10). */
function sizeErrors(texts: ReturnType<typeof textsOf>, sent: JsonObject, before: Row | null): ValidationError[] {
  const kept = {
    ...before,
    ...('description' in sent && { description_rendered: null }),
    ...('steps' in sent && { steps: [] }),
  };
  const known = textsOf(before ?? {}).map(({ markdown }) => markdown);
  const maxBytes = Math.max(renderedLimits.bytes, htmlBytes(before ?? {}));
  let bytes = htmlBytes(kept);
  let blocks = 0;
  for (const { at, markdown } of texts) {
    if (!known.includes(markdown)) blocks += countBlocks(markdown);
    if (blocks <= renderedLimits.blocks) bytes += Buffer.byteLength(renderMarkdown(markdown));
    if (blocks > renderedLimits.blocks || bytes > maxBytes)
      return [
        pointerError(at, 'too_large', 'With this text the Markdown of the project becomes too large: shorten it.'),
      ];
  }
  return [];
}
