import { parseUrl } from '@resource-catalogue/contracts';
import { soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { on, withoutHeaders } from './answers.js';
import { mutantOf } from './mutant.js';
import { tolerating } from './requests.js';

const mutant = mutantOf('write');

// Mutants of what bodies a server accepts (WRITE-2, WRITE-3, section 9).

const json = 'application/json';

export const bodyMutants = [
  mutant('unknown-fields-ignored', 'WRITE-3', 'fields that are not there are passed over', () =>
    tolerating('unknown_field', /^(?!\/author_id$)/),
  ),
  mutant('author-change-ignored', 'section 9', 'a PATCH may name an author, who is passed over', () =>
    tolerating('unknown_field', /^\/author_id$/),
  ),
  mutant('step-fields-ignored', 'WRITE-3', 'fields that a step does not have are passed over', () =>
    tolerating('unknown_field', /^\/steps/),
  ),
  mutant('duplicate-keys-taken', 'WRITE-3', 'of a key that stands twice in an object the last one counts', () =>
    tolerating('duplicate', /^\D*$/),
  ),
  mutant('nul-taken', 'WRITE-3', 'a text may have a NUL in it', () => tolerating('invalid_value', /^\/summary$/)),
  mutant('archived-from-the-start', 'section 9', 'a project may be archived from the start', {
    tolerates: ({ at }) => at === '/publication_state',
  }),
  mutant('author-collaborates', 'section 9', 'the author may be a collaborator', () =>
    tolerating('invalid_value', /^\/collaborator_ids\/\d+$/),
  ),
  mutant('too-many-tags-taken', 'section 9', 'there may be more than 20 tags', () =>
    tolerating('too_many', /^\/tags$/),
  ),
  mutant('references-twice-taken', 'section 9', 'a machine may stand twice in machine_ids', () =>
    tolerating('duplicate', /^\/machine_ids/),
  ),
  mutant('unknown-machines-passed-over', 'section 9', 'a machine that is not there is accepted', () =>
    tolerating('unknown_reference', /^\/machine_ids/),
  ),
  mutant('step-from-elsewhere-taken', 'section 9', 'a step may have the id of a step of another project', () =>
    tolerating('unknown_reference', /^\/steps/),
  ),
  mutant('deleted-member-taken', 'section 9', 'an author may be soft-deleted', {
    isUsable: (row) => 'accreditations' in row || sound.isUsable(row),
  }),
  mutant(
    'known-deleted-refused',
    'section 9',
    'a reference that the project has must be live, too, whenever it is sent',
    { refersTo: () => false },
  ),
  mutant('not-trimmed', 'WRITE-3', 'names keep the spaces around them', { trimmed: (value) => value }),
  mutant('trims-ascii-only', 'WRITE-3', 'only spaces of ASCII are trimmed', {
    trimmed: (value) => value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
  }),
  mutant('lengths-in-utf16', 'WRITE-3', 'lengths count UTF-16 units', { lengthOf: (value) => value.length }),
  mutant('lengths-in-bytes', 'WRITE-3', 'lengths count bytes', { lengthOf: (value) => Buffer.byteLength(value) }),
  mutant('tags-folded-as-ascii', 'section 9', 'tags that differ in the case of a letter beyond ASCII are both taken', {
    folded: (tag) => tag.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  }),
  mutant('tags-differ-by-case', 'section 9', 'tags that differ in case alone are accepted', { folded: (tag) => tag }),
  mutant('any-url', 'section 9', 'external_url may be of any scheme', {
    isWebUrl: (value) => parseUrl(value) !== null,
  }),

  // Mutants of the type and the size of a body (WRITE-2, RATE-3).

  mutant('any-media-type', 'WRITE-2', 'a body of any type is read as JSON', {
    mediaTypesOf: () => [json, 'text/plain', 'application/x-www-form-urlencoded'],
  }),
  mutant('merge-patch-refused', 'WRITE-2', 'application/merge-patch+json is refused', { mediaTypesOf: () => [json] }),
  mutant('merge-patch-creates', 'WRITE-2', 'a POST may be a merge patch', {
    mediaTypesOf: () => sound.mediaTypesOf('PATCH'),
  }),
  mutant('415-without-types', 'WRITE-2', 'a 415 has neither Accept-Post nor Accept-Patch', () =>
    on(415, withoutHeaders('Accept-Post', 'Accept-Patch')),
  ),
  mutant('large-bodies-taken', 'RATE-3', 'a body may take two MiB', { mostBytesOf: () => 2 * 1024 * 1024 }),
  mutant('large-bodies-refused', 'RATE-3', 'a body may take 100 kB', { mostBytesOf: () => 100_000 }),
];
