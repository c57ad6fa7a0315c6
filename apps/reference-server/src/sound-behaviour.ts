import { defaultLimit, maximumLimit, maximumSetSize, readScope, sufficientScopes } from '@resource-catalogue/contracts';
import type { Behaviour } from './behaviour.js';
import { challengeOf, credentialsOf, requestIdOf } from './http/access.js';
import { etagOf, problemOf, transmit } from './http/answers.js';
import { acceptsJson, codingFor, tagMatchesStrongly, tagMatchesWeakly } from './http/negotiation.js';
import { ambiguousHeadersOf, checkOrder } from './http/request-checks.js';
import { routeOf } from './http/routes.js';
import { same } from './json.js';
import { integerAt, isDeleted, rangeKeeps, setKeeps, timeAt, valuesAt } from './list/filtering.js';
import { comparePositions, positionOf } from './list/order.js';
import { envelopeOf, linkOf, pageOf } from './list/paging.js';
import { decodeCursor, encodeCursor, identityOf } from './query/cursors.js';
import { instantOf } from './query/instants.js';
import { pairsOf } from './query/pairs.js';
import { flagOf, integerOf, itemsOf, limitOf, setValueOf, sortOf } from './query/values.js';
import { readBody } from './write/body-text.js';
import { blocksOf, keptHtml, rendered } from './write/markdown.js';
import { isWebUrl, keyOf, mayBecome, mediaTypesOf, publishedAt, refersTo } from './write/rules.js';
import { freeSlug } from './write/slugs.js';

/** The decisions that docs/interface.md requires. */
export const soundBehaviour: Behaviour = {
  // Query strings and pages.

  pairsOf,
  instantOf,
  integerOf,
  defaultLimit,
  maximumLimit,
  maximumSetSize,
  limitOf,
  sortOf,
  defaultSortOf: ({ defaultSort }) => defaultSort,
  flagOf,
  itemsOf,
  setValueOf,
  encodeCursor,
  decodeCursor,
  identityOf,
  testsOf: (tests) => tests,
  tolerates: () => false,
  errorsShown: (errors) => errors,
  valuesAt,
  timeAt,
  integerAt,
  setKeeps,
  rangeKeeps,
  flagKeeps: (wanted, row) => isDeleted(row) === wanted,
  joined: (answers) => answers.every((answer) => answer),
  rowsOf: (rows) => rows,
  positionOf,
  comparePositions,
  isAfter: (row, cursor, { sort }) => comparePositions(row, cursor, sort) > 0,
  pageOf,
  linkOf,
  envelopeOf,
  shownInList: (row) => row,
  shownAlone: (row) => row,

  // Access, quotas, and the form of responses.

  credentialsOf,
  tokenOf: (credentials, tokens) => tokens.find(({ text, state }) => text === credentials && state === 'good') ?? null,
  needsToken: () => true,
  scopeFor: ({ contract }, method) =>
    method === 'POST' || method === 'PATCH' ? 'projects:write' : readScope(contract.name),
  allows: ({ scopes }, scope) => sufficientScopes(scope).some((sufficient) => scopes.includes(sufficient)),
  challengeOf,
  quotaKeyOf: ({ id }) => id,
  costOf: () => 1,
  refusalsProlong: false,
  rateHeadersOf: ({ quota, remaining, reset }) => ({
    'RateLimit-Policy': `"default";q=${quota.requests};w=${quota.seconds}`,
    RateLimit: `"default";r=${remaining};t=${reset}`,
  }),
  retryAfterOf: ({ reset }) => String(reset),
  ambiguousHeadersOf,
  checks: checkOrder,
  optionsAreFree: ({ route }) => route !== null,
  requestIdOf,
  routeOf,
  acceptsJson,
  codingFor,
  etagOf,
  notModified: tagMatchesWeakly,
  allowOf: ({ methods }) => methods.join(', '),
  problemOf,
  finished: (answer) => answer,
  sent: (answer) => answer,
  transmit,
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: () => 1024 * 1024,

  // Writes of projects.

  readBody,
  mediaTypesOf,
  trimmed: (text) => text.trim(),
  lengthOf: (text) => [...text].length,
  isWebUrl,
  folded: (tag) => tag.toUpperCase().toLowerCase(),
  refersTo,
  isUsable: (row) => !('soft_deleted_at' in row) || !isDeleted(row),
  slugOf: freeSlug,
  rendered,
  blocksOf,
  keptHtml,
  mayBecome,
  publishedAt,
  updatedAt: ({ updated_at }, now) => new Date(Math.max(now, Date.parse(updated_at) + 1)).toISOString(),
  merged: (_key, _before, sent) => sent,
  hasChanged: (before, after) => !same(before, after),
  stored: ({ after }) => after,
  leftBehind: () => null,
  answeredRow: ({ after }) => after,
  finishedWrite: (answer) => answer,
  pause: null,
  preconditionHolds: tagMatchesStrongly,
  keyOf,
  keyScopeOf: ({ id }, key) => `${id} ${key}`,
  isSameRequest: (before, now) => before.equals(now),
  reservesKeys: true,
  releasesKeys: true,
};
