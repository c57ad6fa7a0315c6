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
    'one-error-of-an-array: only the first of several errors in one array is reported': telling((errors) => {
      const arrayOf = ({ at }: ValidationError): string => at.split('/')[1] ?? '';
      return errors.filter((error, index) => errors.findIndex((other) => arrayOf(other) === arrayOf(error)) === index);
    }),
    'three-errors-at-most: at most three errors in a body are reported': telling((errors) => errors.slice(0, 3)),
    'unknown-references-last: unknown references are reported only if there are no other errors': telling((errors) => {
      const others = errors.filter(({ code }) => code !== 'unknown_reference');
      return others.length > 0 ? others : errors;
    }),
    'neighbours-named: an error in an array item points to the next item': telling((errors) =>
      errors.flatMap((error) => (/\d/.test(error.at) ? [error, moved(error, 1)] : [error])),
    ),
  },
  'WRITE-3': {
    'unknown-fields-ignored: unknown fields are ignored': tolerating('unknown_field', /^(?!\/author_id$)/),
    'step-fields-ignored: unknown fields of a step are ignored': tolerating('unknown_field', /^\/steps/),
    'duplicate-keys-taken: the last value of a duplicate key in an object is used': tolerating('duplicate', /^\D*$/),
    'nul-taken: a text may contain a NUL': tolerating('invalid_value', /^\/summary$/),
    'not-trimmed: names keep leading and trailing spaces': { trimmed: (value) => value },
    'trims-ascii-only: only ASCII whitespace is trimmed': {
      trimmed: (value) => value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
    },
    'lengths-in-utf16: lengths are counted in UTF-16 code units': { lengthOf: (value) => value.length },
    'lengths-in-bytes: lengths are counted in bytes': { lengthOf: (value) => Buffer.byteLength(value) },
  },
  'section 9': {
    'author-change-ignored: an author in a PATCH is ignored': tolerating('unknown_field', /^\/author_id$/),
    'archived-from-the-start: a new project may be archived': { tolerates: ({ at }) => at === '/publication_state' },
    'author-collaborates: the author may be a collaborator': tolerating('invalid_value', /^\/collaborator_ids\/\d+$/),
    'too-many-tags-taken: there may be more than 20 tags': tolerating('too_many', /^\/tags$/),
    'references-twice-taken: a machine may appear twice in machine_ids': tolerating('duplicate', /^\/machine_ids/),
    'unknown-machines-passed-over: an unknown machine is accepted': tolerating('unknown_reference', /^\/machine_ids/),
    'step-from-elsewhere-taken: a step may belong to another project': tolerating('unknown_reference', /^\/steps/),
    'deleted-member-taken: an author may be soft-deleted': {
      isUsable: (row) => 'accreditations' in row || sound.isUsable(row),
    },
    'known-deleted-refused: a soft-deleted reference is refused even if the project already has it': {
      refersTo: () => false,
    },
    'tags-folded-as-ascii: tags that differ only in the case of a non-ASCII letter are both accepted': {
      folded: (tag) => tag.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    },
    'tags-without-accents: tags that differ only in an accent are refused': {
      folded: (tag) => sound.folded(tag.normalize('NFD').replace(/\p{M}/gu, '')),
    },
    'tags-differ-by-case: tags that differ only in case are accepted': { folded: (tag) => tag },
    'any-url: external_url may have any scheme': { isWebUrl: (value) => parseUrl(value) !== null },
  },
  'WRITE-2': {
    'any-media-type: a body of type text/plain is read as JSON': { mediaTypesOf: () => [json, 'text/plain'] },
    'merge-patch-refused: application/merge-patch+json is refused': { mediaTypesOf: () => [json] },
    'merge-patch-creates: a POST may be a merge patch': { mediaTypesOf: () => sound.mediaTypesOf('PATCH') },
    '415-without-types: a 415 has neither Accept-Post nor Accept-Patch': on(
      415,
      withoutHeaders('Accept-Post', 'Accept-Patch'),
    ),
  },
  'RATE-3': {
    'large-bodies-taken: a body of up to 2 MiB is accepted': { maxBodyBytes: () => 2 * 1024 * 1024 },
    'large-bodies-refused: a body of more than 100 kB is refused': { maxBodyBytes: () => 100_000 },
  },
});
