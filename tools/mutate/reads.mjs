const server = 'apps/server/src';
const read = 'libs/read/src';
const listQuery = 'libs/list-query/src';

/**
 * Single mistakes in what lists and gets answer. `http` names the HTTP tests that should notice one; where it names none, the
 * unit tests should.
 */
export const reads = [
  {
    id: 'one-row-less-than-the-limit-needs',
    file: `${read}/row-query.ts`,
    from: '${where(conditions)} ORDER BY ${order(query)} LIMIT ${query.limit + 1}',
    to: '${where(conditions)} ORDER BY ${order(query)} LIMIT ${query.limit}',
    http: ['test/lists/conformance'],
  },
  {
    id: 'no-tie-break-in-the-order',
    file: `${read}/conditions.ts`,
    from: '${sort.field} ${direction}, t.id ${direction}',
    to: '${sort.field} ${direction}',
    http: ['test/lists/conformance'],
  },
  {
    id: 'cursor-includes-its-row',
    file: `${read}/conditions.ts`,
    from: "descending ? '<' : '>'",
    to: "descending ? '<=' : '>='",
    http: ['test/lists/conformance'],
  },
  {
    id: 'not-in-loses-null',
    file: `${read}/conditions.ts`,
    from: '`(${column} NOT IN (${list}) OR ${column} IS NULL)`',
    to: '`${column} NOT IN (${list})`',
    http: ['test/lists/conformance'],
  },
  {
    id: 'not-in-of-references-is-in',
    file: `${read}/conditions.ts`,
    from: "filter.operator === 'in' ? exists : `NOT ${exists}`",
    to: 'exists',
    http: ['test/lists/conformance'],
  },
  {
    id: 'lte-as-lt',
    file: `${read}/conditions.ts`,
    from: "lte: '<='",
    to: "lte: '<'",
    http: ['test/lists/conformance'],
  },
  {
    id: 'soft-deleted-rows-among-live-ones',
    file: `${read}/conditions.ts`,
    from: "`t.soft_deleted_at IS ${filter.value ? 'NOT NULL' : 'NULL'}`",
    to: "filter.value ? 't.soft_deleted_at IS NOT NULL' : 'TRUE'",
    http: ['test/lists/conformance'],
  },
  {
    id: 'rows-of-filters-without-order',
    file: `${read}/row-query.ts`,
    from: '${found} ORDER BY ${sorted} LIMIT',
    to: '${found} LIMIT',
    http: ['test/lists/access-paths'],
  },
  {
    id: 'page-cut-by-bytes-is-the-last',
    file: `${read}/reader.ts`,
    from: "rows.length > texts.length || last?.[compiled.queries.follows] === 'true'",
    to: 'rows.length > texts.length',
    http: ['test/lists/long-rows'],
  },
  {
    id: 'seats-of-canceled-bookings-count',
    file: `${read}/row-json.ts`,
    from: "${conditions.join('')}",
    to: '',
    http: ['test/lists/conformance'],
  },
  {
    id: 'milliseconds-padded-on-the-wrong-side',
    file: `${read}/row-json.ts`,
    from: "fraction.padEnd(3, '0')",
    to: "fraction.padStart(3, '0')",
    http: [],
  },
  {
    id: 'summary-of-an-old-version',
    file: `${read}/summary-cache.ts`,
    from: 'const text = cached?.version === version ? cached.texts.get(id) : undefined;',
    to: 'const text = version ? cached?.texts.get(id) : undefined;',
    http: ['test/lists/restarts.spec'],
  },
  {
    id: 'reference-to-nothing-shown-as-an-object',
    file: `${read}/summary.ts`,
    from: "CASE WHEN ${inner}.id IS NULL THEN 'null' ELSE ${nested.expression} END",
    to: '${nested.expression}',
    http: [],
  },
  {
    id: 'tag-of-the-first-kilobytes',
    file: `${server}/response/entity-tag.ts`,
    from: "hash('sha1', body, 'base64url')",
    to: "hash('sha1', body.subarray(0, 4096), 'base64url')",
    http: ['test/http/representations'],
  },
  {
    id: 'head-without-content-length',
    file: `${server}/response/send.ts`,
    from: "    response.setHeader('Content-Length', bytes.length);\n    if (response.req.method === 'HEAD') response.end();\n    else writeInParts",
    to: "    if (response.req.method === 'HEAD') return void response.end();\n    response.setHeader('Content-Length', bytes.length);\n    writeInParts",
    http: ['test/http/representations'],
  },
  {
    id: 'quota-of-one-request-less',
    file: `${server}/limits/rate-limiter.ts`,
    from: 'allowed: consumedPoints <= requests',
    to: 'allowed: consumedPoints < requests',
    http: ['test/http/authentication'],
  },
  {
    id: 'any-scope-will-do',
    file: `${server}/guards/scope.guard.ts`,
    from: 'scopes.some((scope) => principal.scopes.includes(scope))',
    to: 'principal.scopes.length > 0',
    http: ['test/http/authentication'],
  },
  {
    id: 'expired-tokens-while-they-are-known',
    file: 'libs/tokens/src/token-lookup.ts',
    from: 'if (!found || found.expiresAt <= now) return null;',
    to: 'if (!found) return null;',
    http: ['test/http/authentication'],
  },
  {
    id: 'cursor-of-another-list',
    file: `${listQuery}/cursor.ts`,
    from: '[collection, sort.field, sort.descending, conditions]',
    to: '[collection, sort.field, sort.descending]',
    http: ['test/lists/conformance'],
  },
  {
    id: 'set-of-one-value-less',
    file: `${listQuery}/filters.ts`,
    from: 'pairs[0] && values.size + refused.size > maximumSetSize',
    to: 'pairs[0] && values.size + refused.size >= maximumSetSize',
    http: [],
  },
];
