import { collections } from '@resource-catalogue/contracts';

/** A rule of the interface. Every rule is a MUST; the interface has no weaker level. */
export interface Requirement {
  readonly layers: readonly ('seed' | 'ours')[];
  /** The subject of the rule in a sentence; docs/interface.md has its full text. */
  readonly text: string;
  /** The reason why the rule has no check; absent if it has one. */
  readonly untested?: string;
}

const rule =
  (...layers: Requirement['layers']) =>
  (text: string, untested?: string): Requirement => ({ layers, text, ...(untested !== undefined && { untested }) });

const seed = rule('seed');
const ours = rule('ours');
const both = rule('seed', 'ours');

const gets = collections.filter(({ get }) => get).length;

/** The rules by their permanent ids, which reports, baselines and people refer to. */
const table = {
  'SHAPE-1': seed('Names are in snake_case; uuid, datetime, date and ref have their documented form.'),
  'SHAPE-2': ours('Objects have all documented keys and no others; only nullable values are null.'),
  'SHAPE-3': ours('An id is a lower-case UUID, version 7 if the service created it.'),
  'SHAPE-4': ours('Times have millisecond precision in comparisons, sorting and cursors.'),
  'SHAPE-5': ours('Money is an integer amount_in_cents and an ISO 4217 currency.'),
  'SHAPE-6': ours('*_rendered fields contain sanitised HTML; an image has absolute URLs sm, md and lg.'),
  'SHAPE-7': ours('updated_at is never earlier than created_at; it changes with the data of the resource.'),
  'SHAPE-8': ours('Enumerations have their documented values; requests are validated strictly.'),
  'SHAPE-9': ours('A summary shows the current state of the referenced entity, even if draft or deleted.'),
  'SHAPE-10': ours('Arrays have a stable order, the same in lists and gets.'),
  'LIST-1': seed('A list responds with 200 and application/json, with data (an array), links and meta.'),
  'LIST-2': both('links has first and next, meta has next and limit; schemas have fixed names.'),
  'LIST-3': ours('Each page but the last is full; only the last has no next; an empty list is 200.'),
  'LIST-4': ours('Links are absolute, repeat the query as sent, and match the Link header.'),
  'LIST-5': ours('Lists do not report the total number of rows.'),
  'PAGE-1': seed('cursor requests the following page.'),
  'PAGE-2': both('limit is in plain digits, 50 by default and at most 200; anything else is a 400.'),
  'PAGE-3': ours('A cursor is valid for one collection, sort and set of filters; any other use is a 400.'),
  'PAGE-4': ours('Paging returns every row exactly once and in order, at every page size.'),
  'PAGE-5': ours(
    'A page ends with the row that brings the JSON of its rows to 4 MiB.',
    'It only has an effect on rows far longer than a suite can store or expect on a server.',
  ),
  'FILT-1': seed('in and not_in test sets; lt, lte, gt and gte compare; eq is for booleans.'),
  'FILT-2': ours('A set has three notations, which may be combined, and 1 to 100 distinct values.'),
  'FILT-3': ours('Null is in no set and no range.'),
  'FILT-4': ours('On a many-to-many field, in means at least one of the values, not_in none.'),
  'FILT-5': both('Times are a date or a datetime in two accepted forms; any other is a 400.'),
  'FILT-6': ours('Booleans are true or false; enumeration values are case-sensitive.'),
  'FILT-7': ours('A well-formed id that does not exist matches nothing.'),
  'FILT-8': ours('Without filters a list contains everything; soft_deleted separates live from deleted rows.'),
  'FILT-9': ours('Nothing is ignored: anything that the service does not understand is a 400.'),
  'FILT-10': ours('Every collection accepts the common filters and its own, and no others.'),
  'FILT-11': ours('Brackets may be percent-encoded, + is a space, && is skipped, invalid encodings are a 400.'),
  'FILT-12': ours('An integer is 32-bit, in digits without leading zeros; anything else is a 400.'),
  'SORT-1': both('sort is one field, - means descending; ties are ordered by id in the same direction.'),
  'SORT-2': ours('Each collection has its sort fields and its default sort.'),
  'GET-1': both(`${gets} collections have a get, which returns the same object as the list.`),
  'GET-2': ours('An unknown id is a 404, an invalid uuid a 400; soft-deleted resources can be read.'),
  'GET-3': ours('Query parameters are for lists; on all other operations they are a 400.'),
  'AUTH-1': seed('Every operation requires a bearer token.'),
  'AUTH-2': ours('A 401 has a challenge and comes before any other check.'),
  'AUTH-3': ours('A missing scope is a 403 that names the narrowest sufficient scope.'),
  'AUTH-4': ours('Expired, revoked and mistyped tokens are refused.'),
  'AUTH-5': ours(
    'Signed JWTs of a named issuer are accepted.',
    'Only the operator can configure an issuer; the suite does not have its signing keys.',
  ),
  'ERR-1': seed('Errors have the statuses 400, 401, 403 and 429.'),
  'ERR-2': ours('Every error is an RFC 9457 problem with the documented keys, all validation errors at once.'),
  'ERR-3': ours('Each problem code has a fixed status and fixed headers.'),
  'ERR-4': ours('Checks are made in a fixed order, from 401 to 409.'),
  'ERR-5': ours('No body reveals internals of the service, and no input leads to a 500.'),
  'ERR-6': ours(
    'An unavailable database leads to a 503 in bounded time; the service recovers by itself.',
    'Only the operator can make the database unavailable.',
  ),
  'RATE-1': both('Each token has its own quota; refused tokens are counted per IP address.'),
  'RATE-2': ours('Every authenticated response has RateLimit headers; Retry-After is sufficient.'),
  'RATE-3': ours('The request line and headers may take 16 KiB, a body 1 MiB.'),
  'RATE-4': ours(
    'Response data that clients have not read is bounded; slow connections are closed.',
    'Only the operator knows the bound over all connections.',
  ),
  'HTTP-1': ours('Every response has an X-Request-Id: the client’s own if it is well-formed.'),
  'HTTP-2': ours('ETags are strong and depend only on the body; a matching If-None-Match is a 304.'),
  'HTTP-3': ours('Every GET has a HEAD, OPTIONS needs no token, and a 405 has Allow.'),
  'HTTP-4': ours('An Accept that excludes application/json is a 406.'),
  'HTTP-5': ours('Bodies above 1 KiB are compressed with gzip or brotli on request.'),
  'HTTP-6': ours('CORS allows only the origins that the operator named.'),
  'HTTP-7': ours('Paths match exactly; everything else under /api/v1 is a 404.'),
  'HTTP-8': ours(
    'A stopping service first reports that it is not ready; pending requests are completed.',
    'Only the operator can stop a service.',
  ),
  'HTTP-9': ours('Two Host, Authorization or Content-Type headers, or an invalid Host, are a 400.'),
  'VER-1': both('The version is part of the path.'),
  'EVENT-1': ours(
    'The service sends neither events nor callbacks.',
    'A client cannot observe that nothing is ever sent.',
  ),
  'STATE-1': ours(
    'Read-only resources change outside this interface.',
    'No state transitions are promised, so a server cannot break the rule.',
  ),
  'WRITE-1': both('POST creates a project (201, Location, ETag), PATCH changes one (200, ETag).'),
  'WRITE-2': ours('Bodies follow JSON Merge Patch: an absent key keeps, null clears, arrays replace; else 415.'),
  'WRITE-3': ours('Fields have limits; a 400 lists all errors, and nothing is stored.'),
  'WRITE-4': ours('A PATCH that changes nothing keeps updated_at; any other moves it forward.'),
  'WRITE-5': ours('published_at is set by the first publication and cleared by going back to draft.'),
  'WRITE-6': ours('An If-Match with another ETag is a 412; of concurrent PATCHes one succeeds.'),
  'WRITE-7': ours('An Idempotency-Key creates one project; a repetition returns the first response.'),
  'WRITE-8': ours('A PATCH of a soft-deleted project is a 409; Markdown is rendered, then sanitised.'),
  'WRITE-9': ours('Confirmed writes are visible at once.'),
  'WRITE-10': ours('A project renders to at most 2 MiB of HTML, a body to at most 100 000 blocks; more is a 400.'),
} satisfies Readonly<Record<string, Requirement>>;

export type RuleId = keyof typeof table;

export const requirements: Readonly<Record<RuleId, Requirement>> = table;

export const isRuleId = (text: string): text is RuleId => Object.hasOwn(table, text);

export const ruleIds: readonly RuleId[] = Object.keys(table).filter(isRuleId);
