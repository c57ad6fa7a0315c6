/** Where a rule applies: at every collection, at every operation, at the projects, or at the server as a whole. */
type AppliesTo = 'collections' | 'operations' | 'server' | 'projects';

/** A rule of the interface, as the suite knows it. Every rule is a MUST: the interface has no weaker word. */
export interface Requirement {
  readonly layers: readonly ('seed' | 'ours')[];
  readonly level: 'MUST';
  readonly appliesTo: AppliesTo;
  /** What the rule is about, in a sentence; docs/interface.md has the rule itself. */
  readonly text: string;
  /** Why no check exists; absent where one does. */
  readonly untested?: string;
}

function rulesOf(...layers: Requirement['layers']) {
  const must =
    (appliesTo: AppliesTo) =>
    (text: string, untested?: string): Requirement => ({
      ...{ layers, level: 'MUST', appliesTo, text },
      ...(untested !== undefined && { untested }),
    });
  return {
    collections: must('collections'),
    operations: must('operations'),
    server: must('server'),
    projects: must('projects'),
  };
}

const seed = rulesOf('seed');
const ours = rulesOf('ours');
const both = rulesOf('seed', 'ours');

/** The rules by their ids, which are never renamed: reports, baselines and people refer to them. */
const table = {
  'SHAPE-1': seed.collections('Names are snake_case; uuid, datetime, date and ref have their documented form.'),
  'SHAPE-2': ours.collections('Every documented key is there, no other is, and only nullable values are null.'),
  'SHAPE-3': ours.collections('An id is a UUID in lower case, of version 7 when the service made it.'),
  'SHAPE-4': ours.collections('What is shown to the millisecond is what is compared, sorted and paged by.'),
  'SHAPE-5': ours.collections('Money is an integer amount_in_cents and an ISO 4217 currency.'),
  'SHAPE-6': ours.collections('*_rendered is sanitised HTML; an image has sm, md and lg, absolute URLs.'),
  'SHAPE-7': ours.collections('updated_at is never before created_at and moves with what the resource owns.'),
  'SHAPE-8': ours.collections('Enumerations have their documented values; requests are read strictly.'),
  'SHAPE-9': ours.collections('A summary shows the referenced entity as it is now, drafts and deleted ones too.'),
  'SHAPE-10': ours.collections('Arrays keep their order: slots, steps, opening hours, tags; repetitions agree.'),
  'LIST-1': seed.collections('A list answers 200, application/json, with data (an array), links and meta.'),
  'LIST-2': seed.collections('links has first and next, meta has next and limit; 23 schemas have their names.'),
  'LIST-3': ours.collections(
    'Every page but the last has all rows that it may; only the last one has no next; empty is 200.',
  ),
  'LIST-4': ours.collections('Links are absolute, repeat the query as sent, and agree with the Link header.'),
  'LIST-5': ours.collections('No list tells how many rows there are in total.'),
  'PAGE-1': seed.collections('cursor asks for the page that follows.'),
  'PAGE-2': both.collections('limit is plain digits, 50 by default, lowered to 200; anything else is 400.'),
  'PAGE-3': ours.collections('A cursor holds for one collection, sort and set of filters; any other use is 400.'),
  'PAGE-4': ours.collections('A walk meets every row once and in order, at every page size, ties included.'),
  'PAGE-5': ours.collections(
    'A page ends with the row that brings the JSON of its rows to 4 MiB.',
    'It shows only where rows are far longer than a suite may store on a server, or expect there.',
  ),
  'FILT-1': seed.collections('in and not_in, lt, lte, gt and gte, and eq mean what they say.'),
  'FILT-2': ours.collections('A set has three notations, which mix, and 1 to 100 distinct values.'),
  'FILT-3': ours.collections('A null is in no set and in no range.'),
  'FILT-4': ours.collections('On a many-to-many field in means at least one, not_in none.'),
  'FILT-5': both.collections('Times are a date or a datetime in the two accepted forms; all others are 400.'),
  'FILT-6': ours.collections('Booleans are true and false; enumeration values are case-sensitive.'),
  'FILT-7': ours.collections('A well-formed id of nothing matches nothing.'),
  'FILT-8': ours.collections('Without a filter nothing is held back; soft_deleted divides live from deleted.'),
  'FILT-9': ours.collections('Nothing is ignored: what is not understood is refused with 400.'),
  'FILT-10': ours.collections('Every collection takes the common filters and its own, and no others.'),
  'FILT-11': ours.collections('Brackets may be encoded, + is a space, broken encodings are 400, && is skipped.'),
  'SORT-1': both.collections('sort is one field, - turns it round, ties go by id in the same direction.'),
  'SORT-2': ours.collections('Each collection has its sorts and its default sort.'),
  'GET-1': both.collections('Most collections have a get, which shows the very object that the list shows.'),
  'GET-2': ours.collections('An unknown id is 404, no uuid 400, and what is soft-deleted can be read.'),
  'GET-3': ours.operations('Query parameters are for lists; any other operation refuses them with 400.'),
  'AUTH-1': seed.operations('No operation works without a bearer token.'),
  'AUTH-2': ours.operations('401 has its challenge, and comes before any other check.'),
  'AUTH-3': ours.operations('A missing scope is 403 and names the narrowest scope that would do.'),
  'AUTH-4': ours.server('Expired, revoked and mistyped tokens are refused.'),
  'AUTH-5': ours.server(
    'Signed JWTs of a named issuer are accepted.',
    'Only the operator can name an issuer; its signing keys are not in the hands of a black box.',
  ),
  'ERR-1': seed.server('Errors have the statuses 400, 401, 403 and 429.'),
  'ERR-2': ours.server('Every error is an RFC 9457 problem with the documented keys, all validation errors at once.'),
  'ERR-3': ours.server('Each problem code has its status and its headers.'),
  'ERR-4': ours.server('Checks are made in one order, from 401 to 409.'),
  'ERR-5': ours.server('No body shows the inside of the service, and no input leads to a 500.'),
  'ERR-6': ours.server(
    'A database that cannot answer leads to 503 in bounded time, and the service recovers by itself.',
    'Only the operator can break the database; a black box has no hand on it.',
  ),
  'RATE-1': both.server('Each token has a quota of its own, and refused tokens are counted by address.'),
  'RATE-2': ours.server('RateLimit headers on every authenticated answer; Retry-After keeps its word.'),
  'RATE-3': ours.server('Request line and headers take 16 KiB, a body 1 MiB.'),
  'RATE-4': ours.server(
    'Connections that do not take their answers are closed.',
    'How much the answers to all clients together may take, and so when it is too much, only the operator knows.',
  ),
  'HTTP-1': ours.server('Every answer has an X-Request-Id: the client’s own if it is well-formed.'),
  'HTTP-2': ours.operations('ETags are strong and depend on the body alone; If-None-Match leads to 304.'),
  'HTTP-3': ours.operations('HEAD where there is GET, OPTIONS without a token, 405 with Allow.'),
  'HTTP-4': ours.operations('An Accept that rules out application/json is 406.'),
  'HTTP-5': ours.collections('Bodies above 1 KiB come in gzip or brotli when asked for.'),
  'HTTP-6': ours.server('Only origins that the operator named are allowed by CORS.'),
  'HTTP-7': ours.operations('A path is taken exactly; everything else under /api/v1 is 404.'),
  'HTTP-8': ours.server(
    'A service that stops is not ready first, and breaks no connection off that waits for an answer.',
    'Only the operator can stop a service.',
  ),
  'HTTP-9': ours.server('Two Hosts, tokens or media types, and a Host that is none, are 400.'),
  'VER-1': both.collections('The version stands in the path.'),
  'EVENT-1': ours.server(
    'The service sends neither events nor callbacks.',
    'That nothing is ever sent cannot be seen from outside.',
  ),
  'STATE-1': ours.server(
    'What can only be read changes its state outside this interface.',
    'It promises nothing that a server could break.',
  ),
  'WRITE-1': both.projects('POST creates a project (201, Location, ETag), PATCH changes one (200, ETag).'),
  'WRITE-2': ours.projects('Bodies are JSON merge patches: absent keeps, null clears, arrays replace; else 415.'),
  'WRITE-3': ours.projects('Every field has its limits; all errors are listed and nothing is stored.'),
  'WRITE-4': ours.projects('A PATCH that changes nothing moves nothing; any other moves updated_at forward.'),
  'WRITE-5': ours.projects('published_at is set by the first publication and cleared by going back to draft.'),
  'WRITE-6': ours.projects('If-Match that names another ETag is 412; of several at once one succeeds.'),
  'WRITE-7': ours.projects('An Idempotency-Key makes one project, and replays its first answer.'),
  'WRITE-8': ours.projects('Soft-deleted projects refuse PATCH; Markdown is rendered, then sanitised.'),
  'WRITE-9': ours.projects('What was confirmed is shown at once.'),
  'WRITE-10': ours.projects('A project has at most 2 MiB of HTML, a body at most 100 000 blocks; else 400.'),
} satisfies Readonly<Record<string, Requirement>>;

export type RuleId = keyof typeof table;

export const requirements: Readonly<Record<RuleId, Requirement>> = table;

export const isRuleId = (text: string): text is RuleId => Object.hasOwn(table, text);

export const ruleIds: readonly RuleId[] = Object.keys(table).filter(isRuleId);
