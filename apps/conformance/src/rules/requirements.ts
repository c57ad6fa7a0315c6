import { collections } from '@resource-catalogue/contracts';

/** A rule of the API. Every rule is a MUST; there is no weaker level. */
export interface Requirement {
  readonly layers: readonly ('core' | 'extension')[];
  /** The subject of the rule in a sentence; docs/interface.md has its full text. */
  readonly text: string;
  /** The reason why the rule has no check; absent if it has one. */
  readonly untested?: string;
}

const rule =
  (...layers: Requirement['layers']) =>
  (text: string, untested?: string): Requirement => ({ layers, text, ...(untested !== undefined && { untested }) });

const core = rule('core');
const extension = rule('extension');
const both = rule('core', 'extension');

const gets = collections.filter(({ get }) => get).length;

/** The rules by their permanent ids, which reports, baselines and people refer to. */
const table = {
  'SHAPE-1': core('Names are in snake_case; uuid, datetime, date and ref have their documented form.'),
  'SHAPE-2': extension('Objects have all documented keys and no others; only nullable values are null.'),
  'SHAPE-3': extension('An id is a lower-case UUID, version 7 if the service created it.'),
  'SHAPE-4': extension('Times have millisecond precision in comparisons, sorting and cursors.'),
  'SHAPE-5': extension('Money is an integer amount_in_cents and an ISO 4217 currency.'),
  'SHAPE-6': extension('*_rendered fields contain sanitised HTML; an image has absolute URLs sm, md and lg.'),
  'SHAPE-7': extension('updated_at is never earlier than created_at; it changes with the data of the resource.'),
  'SHAPE-8': extension('Enumerations have their documented values; requests are validated strictly.'),
  'SHAPE-9': extension('A summary shows the current state of the referenced entity, even if draft or deleted.'),
  'SHAPE-10': extension('Arrays have a stable order, the same in lists and gets.'),
  'LIST-1': core('A list responds with 200 and application/json, with data (an array), links and meta.'),
  'LIST-2': both('links has first and next, meta has next and limit; schemas have fixed names.'),
  'LIST-3': extension('Each page but the last is full; only the last has no next; an empty list is 200.'),
  'LIST-4': extension('Links are absolute, repeat the query as sent, and match the Link header.'),
  'LIST-5': extension('Lists do not report the total number of rows.'),
  'PAGE-1': core('cursor requests the following page.'),
  'PAGE-2': both('limit is in plain digits, 50 by default and at most 200; anything else is a 400.'),
  'PAGE-3': extension('A cursor is valid for one collection, sort and set of filters; any other use is a 400.'),
  'PAGE-4': extension('Paging returns every row exactly once and in order, at every page size.'),
  'PAGE-5': extension(
    'A page ends with the row that brings the JSON of its rows to 4 MiB.',
    'It only has an effect on rows far longer than a suite can store or expect on a server.',
  ),
  'FILT-1': core('in and not_in test sets; lt, lte, gt and gte compare; eq is for booleans.'),
  'FILT-2': extension('A set has three notations, which may be combined, and 1 to 100 distinct values.'),
  'FILT-3': extension('Null is in no set and no range.'),
  'FILT-4': extension('On a many-to-many field, in means at least one of the values, not_in none.'),
  'FILT-5': both('Times are a date or a datetime in two accepted forms; any other is a 400.'),
  'FILT-6': extension('Booleans are true or false; enumeration values are case-sensitive.'),
  'FILT-7': extension('A well-formed id that does not exist matches nothing.'),
  'FILT-8': extension('Without filters a list contains everything; soft_deleted separates live from deleted rows.'),
  'FILT-9': extension('Nothing is ignored: anything that the service does not understand is a 400.'),
  'FILT-10': extension('Every collection accepts the common filters and its own, and no others.'),
  'FILT-11': extension('Brackets may be percent-encoded, + is a space, && is skipped, invalid encodings are a 400.'),
  'FILT-12': extension('An integer is 32-bit, in digits without leading zeros; anything else is a 400.'),
  'SORT-1': both('sort is one field, - means descending; ties are ordered by id in the same direction.'),
  'SORT-2': extension('Each collection has its sort fields and its default sort.'),
  'GET-1': both(`${gets} collections have a get, which returns the same object as the list.`),
  'GET-2': extension('An unknown id is a 404, an invalid uuid a 400; soft-deleted resources can be read.'),
  'GET-3': extension('Query parameters are for lists; on all other operations they are a 400.'),
  'AUTH-1': core('Every operation requires a bearer token.'),
  'AUTH-2': extension('A 401 has a challenge and comes before any other check.'),
  'AUTH-3': extension('A missing scope is a 403 with the narrowest sufficient scope.'),
  'AUTH-4': extension('Expired, revoked and mistyped tokens are rejected.'),
  'AUTH-5': extension(
    'Signed JWTs of a configured issuer are accepted.',
    'Only the operator can configure an issuer; the suite does not have its signing keys.',
  ),
  'ERR-1': core('Errors have the statuses 400, 401, 403 and 429.'),
  'ERR-2': extension('Every error is an RFC 9457 problem with the documented keys, all validation errors at once.'),
  'ERR-3': extension('Each problem code has a fixed status and fixed headers.'),
  'ERR-4': extension('Checks are made in a fixed order, from 401 to 409.'),
  'ERR-5': extension('No body reveals internals of the service, and no input leads to a 500.'),
  'ERR-6': extension(
    'An unavailable database leads to a 503 in bounded time; the service recovers by itself.',
    'Only the operator can make the database unavailable.',
  ),
  'RATE-1': both('Each token has its own quota; rejected tokens are counted per IP address.'),
  'RATE-2': extension('Every authenticated response has RateLimit headers; Retry-After is sufficient.'),
  'RATE-3': extension('The request line and headers may take 16 KiB, a body 1 MiB.'),
  'RATE-4': extension(
    'Response data that clients have not read is bounded; slow connections are closed.',
    'Only the operator knows the bound over all connections.',
  ),
  'HTTP-1': extension('Every response has an X-Request-Id: the client’s own if it is well-formed.'),
  'HTTP-2': extension('ETags are strong and depend only on the body; a matching If-None-Match is a 304.'),
  'HTTP-3': extension('Every GET has a HEAD, OPTIONS needs no token, and a 405 has Allow.'),
  'HTTP-4': extension('An Accept that excludes application/json is a 406.'),
  'HTTP-5': extension('Bodies above 1 KiB are compressed with gzip or brotli on request.'),
  'HTTP-6': extension('CORS allows only the origins that the operator configured.'),
  'HTTP-7': extension('Paths match exactly; everything else under /api/v1 is a 404.'),
  'HTTP-8': extension(
    'A stopping service first reports that it is not ready; pending requests are completed.',
    'Only the operator can stop a service.',
  ),
  'HTTP-9': extension('Two Host, Authorization or Content-Type headers, or an invalid Host, are a 400.'),
  'VER-1': both('The version is part of the path.'),
  'EVENT-1': extension(
    'The service sends neither events nor callbacks.',
    'A client cannot observe that nothing is ever sent.',
  ),
  'STATE-1': extension(
    'Read-only resources change outside this API.',
    'No state transitions are promised, so a server cannot break the rule.',
  ),
  'WRITE-1': both('POST creates a project (201, Location, ETag), PATCH changes one (200, ETag).'),
  'WRITE-2': extension(
    'Bodies are JSON Merge Patch: absent keys are kept, null clears, arrays are replaced; another media type is a 415.',
  ),
  'WRITE-3': extension('Fields have limits; a 400 lists all errors, and nothing is stored.'),
  'WRITE-4': extension('A PATCH that changes nothing keeps updated_at; any other moves it forward.'),
  'WRITE-5': extension('published_at is set by the first publication and cleared by going back to draft.'),
  'WRITE-6': extension('An If-Match with another ETag is a 412; of concurrent PATCHes one succeeds.'),
  'WRITE-7': extension('An Idempotency-Key creates one project; a repetition returns the first response.'),
  'WRITE-8': extension('A PATCH of a soft-deleted project is a 409; Markdown is rendered, then sanitised.'),
  'WRITE-9': extension('Confirmed writes are visible at once.'),
  'WRITE-10': extension('A project renders to at most 2 MiB of HTML, a body to at most 100 000 blocks; more is a 400.'),
} satisfies Readonly<Record<string, Requirement>>;

export type RuleId = keyof typeof table;

export const requirements: Readonly<Record<RuleId, Requirement>> = table;

export const isRuleId = (text: string): text is RuleId => Object.hasOwn(table, text);

export const ruleIds: readonly RuleId[] = Object.keys(table).filter(isRuleId);
