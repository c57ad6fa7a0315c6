import { parseUrl } from '@resource-catalogue/contracts';
import { soundBehaviour as sound, type ValidationError } from '@resource-catalogue/reference-server';
import { on, withoutHeaders } from './answers.js';
import { type Change, makeMutants } from './mutant.js';
import { tolerating } from './requests.js';

// Mutants that accept or refuse the wrong bodies (WRITE-2, WRITE-3, section 9).

const json = 'application/json';

/** Reports other errors of a refused body than those found. */
const telling = (told: (errors: readonly ValidationError[]) => readonly ValidationError[]): Change => ({
  errorsShown: (errors) => (errors.every(({ place }) => place === 'pointer') ? told(errors) : errors),
});

/** Shifts the indices in the location of an error. */
const moved = ({ at, ...error }: ValidationError, by: number): ValidationError => ({
  ...error,
  at: at.replace(/\d+/, (index) => String(Number(index) + by)),
});

export const bodyMutants = makeMutants('write', {
  'ERR-2': {
    'one-error-of-an-array: of several errors in one array only the first is reported': telling((errors) => {
      const arrayOf = ({ at }: ValidationError): string => at.split('/')[1] ?? '';
      return errors.filter((error, index) => errors.findIndex((other) => arrayOf(other) === arrayOf(error)) === index);
    }),
    'three-errors-at-most: of more than three errors in a body three are reported': telling((errors) =>
      errors.slice(0, 3),
    ),
    'unknown-references-last: unknown references are reported only without other errors': telling((errors) => {
      const others = errors.filter(({ code }) => code !== 'unknown_reference');
      return others.length > 0 ? others : errors;
    }),
    'neighbours-named: beside a bad item of an array the next one is reported': telling((errors) =>
      errors.flatMap((error) => (/\d/.test(error.at) ? [error, moved(error, 1)] : [error])),
    ),
  },
  'WRITE-3': {
    'unknown-fields-ignored: unknown fields are passed over': tolerating('unknown_field', /^(?!\/author_id$)/),
    'step-fields-ignored: fields that a step does not have are passed over': tolerating('unknown_field', /^\/steps/),
    'duplicate-keys-taken: of a key that stands twice in an object the last counts': tolerating('duplicate', /^\D*$/),
    'nul-taken: a text may have a NUL in it': tolerating('invalid_value', /^\/summary$/),
    'not-trimmed: names keep the spaces around them': { trimmed: (value) => value },
    'trims-ascii-only: only ASCII is trimmed': { trimmed: (value) => value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') },
    'lengths-in-utf16: lengths count UTF-16 units': { lengthOf: (value) => value.length },
    'lengths-in-bytes: lengths count bytes': { lengthOf: (value) => Buffer.byteLength(value) },
  },
  'section 9': {
    'author-change-ignored: an author that a PATCH names is passed over': tolerating('unknown_field', /^\/author_id$/),
    'archived-from-the-start: a new project may be archived': { tolerates: ({ at }) => at === '/publication_state' },
    'author-collaborates: the author may be a collaborator': tolerating('invalid_value', /^\/collaborator_ids\/\d+$/),
    'too-many-tags-taken: there may be more than 20 tags': tolerating('too_many', /^\/tags$/),
    'references-twice-taken: a machine may stand twice in machine_ids': tolerating('duplicate', /^\/machine_ids/),
    'unknown-machines-passed-over: an unknown machine is accepted': tolerating('unknown_reference', /^\/machine_ids/),
    'step-from-elsewhere-taken: a step may be another project’s': tolerating('unknown_reference', /^\/steps/),
    'deleted-member-taken: an author may be soft-deleted': {
      isUsable: (row) => 'accreditations' in row || sound.isUsable(row),
    },
    'known-deleted-refused: a reference that the project has already must be live, too': { refersTo: () => false },
    'tags-folded-as-ascii: tags that differ in the case of a letter beyond ASCII are both taken': {
      folded: (tag) => tag.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    },
    'tags-without-accents: tags that differ in an accent alone are refused': {
      folded: (tag) => sound.folded(tag.normalize('NFD').replace(/\p{M}/gu, '')),
    },
    'tags-differ-by-case: tags that differ in case alone are accepted': { folded: (tag) => tag },
    'any-url: external_url may be of any scheme': { isWebUrl: (value) => parseUrl(value) !== null },
  },
  'WRITE-2': {
    'any-media-type: any body is JSON': { mediaTypesOf: () => [json, 'text/plain'] },
    'merge-patch-refused: application/merge-patch+json is refused': { mediaTypesOf: () => [json] },
    'merge-patch-creates: a POST may be a merge patch': { mediaTypesOf: () => sound.mediaTypesOf('PATCH') },
    '415-without-types: a 415 has no Accept-Post, Accept-Patch': on(415, withoutHeaders('Accept-Post', 'Accept-Patch')),
  },
  'RATE-3': {
    'large-bodies-taken: a body may take two MiB': { maxBodyBytes: () => 2 * 1024 * 1024 },
    'large-bodies-refused: a body may take 100 kB': { maxBodyBytes: () => 100_000 },
  },
});
