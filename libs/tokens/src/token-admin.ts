import { isScope, parseUuid, type Scope, scopes as knownScopes } from '@resource-catalogue/contracts';
import type { PrismaService } from '@resource-catalogue/database';
import { catalogueCommand, CommandError, parseQuota, printQuota, type Quota } from '@resource-catalogue/program';
import { hashToken, newAccessToken, getPrefix } from './access-token.js';
import { type Feed, feedKind, feedPath, parseFeed } from './feeds.js';

/** The validated properties of a new token, which has scopes or a feed. */
interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly feed?: Feed | null;
  readonly expiresAt: Date | null;
  readonly quota: Quota | null;
  readonly demo?: boolean;
}

/** The properties of a token, without the token itself, which is not stored (AUTH-4). */
export interface TokenInfo {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** In the format of `--feed`; null for a token of the API. */
  readonly feed: string | null;
  /** Whether the feed shows the names of members. */
  readonly with_names: boolean;
  /** In the format of `--quota`; null if RATE_LIMIT applies. */
  readonly quota: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The id of the token that a rotation created. */
  readonly replaced_by: string | null;
  /** Up to a minute late; null if it was never used. */
  readonly last_used_at: string | null;
  readonly created_at: string;
}

type NewTokenInfo = Omit<TokenInfo, 'revoked_at' | 'replaced_by' | 'last_used_at' | 'created_at'>;

export interface NewToken extends NewTokenInfo {
  readonly token: string;
  /** The path of the feed and its query, which contains the token; null for a token of the API. */
  readonly feed_path: string | null;
}

export interface RotatedToken extends NewToken {
  /** The old token, in its current state. */
  readonly replaces: TokenInfo;
}

type Tokens = Pick<PrismaService, 'accessToken'>;

export async function createToken(prisma: Tokens, request: TokenRequest, token = newAccessToken()): Promise<NewToken> {
  const { feed = null } = request;
  const row = await prisma.accessToken.create({
    data: {
      name: request.name,
      prefix: getPrefix(token),
      hash: hashToken(token),
      scopes: [...request.scopes],
      feed_collection: feed?.collection ?? null,
      feed_id: feed?.id ?? null,
      feed_names: feed?.withNames ?? false,
      quota_limit: request.quota?.requests ?? null,
      quota_window_seconds: request.quota?.seconds ?? null,
      expires_at: request.expiresAt,
      demo: request.demo ?? false,
    },
  });
  const { id, prefix, name, scopes, feed: feedName, with_names, quota, expires_at } = toTokenInfo(row);
  const feed_path = feed && feedPath(feed, token);
  return { id, token, feed_path, prefix, name, scopes, feed: feedName, with_names, quota, expires_at };
}

export async function listTokens(prisma: Tokens): Promise<TokenInfo[]> {
  const rows = await prisma.accessToken.findMany({ orderBy: [{ created_at: 'asc' }, { id: 'asc' }] });
  return rows.map(toTokenInfo);
}

/** Revokes a token; if it is already revoked, keeps the time of the first revocation. */
export async function revokeToken(prisma: Tokens, id: string): Promise<TokenInfo> {
  const row = await findToken(prisma, id);
  if (row.revoked_at !== null) return toTokenInfo(row);
  return toTokenInfo(await prisma.accessToken.update({ where: { id: row.id }, data: { revoked_at: new Date() } }));
}

/**
 * Creates a token with the same name, scopes, quota and lifetime, and lets the old one expire after the overlap
 * (milliseconds), or earlier if it already does.
 */
export async function rotateToken(
  prisma: PrismaService,
  id: string,
  overlap: number,
  now: Date,
): Promise<RotatedToken> {
  return prisma.$transaction(async (transaction) => {
    const old = await findToken(transaction, id);
    requireRotatable(old, now);
    const expiry = old.expires_at?.getTime();
    const made = await createToken(transaction, {
      name: old.name,
      scopes: old.scopes.filter(isScope),
      feed: parseFeed(old),
      expiresAt: expiry === undefined ? null : new Date(now.getTime() + expiry - old.created_at.getTime()),
      quota: toQuota(old),
    });
    const { id: replaced_by } = made;
    const expires_at = new Date(Math.min(expiry ?? Infinity, now.getTime() + overlap));
    const { count } = await transaction.accessToken.updateMany({
      where: { id: old.id, replaced_by: null, revoked_at: null },
      data: { replaced_by, expires_at },
    });
    if (count === 0) throw new CommandError(`The token ${old.id} was rotated or revoked just now. See 'tokens list'.`);
    return { ...made, replaces: toTokenInfo({ ...old, replaced_by, expires_at }) };
  });
}

function requireRotatable({ id, revoked_at, expires_at, replaced_by }: TokenRow, now: Date): void {
  if (replaced_by !== null) {
    throw new CommandError(`The token ${id} was already rotated: rotate its successor ${replaced_by}.`);
  }
  const end = revoked_at !== null ? 'is revoked' : expires_at !== null && expires_at <= now ? 'has expired' : null;
  if (end === null) return;
  throw new CommandError(`The token ${id} ${end}: create a new one with: ${catalogueCommand()} tokens create`);
}

async function findToken(prisma: Tokens, id: string): Promise<TokenRow> {
  const row = parseUuid(id) !== null ? await prisma.accessToken.findUnique({ where: { id } }) : null;
  if (!row) throw new CommandError(`No token has the id ${id}. Use 'tokens list' to see all tokens.`);
  return row;
}

interface TokenRow {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly feed_collection: string | null;
  readonly feed_id: string | null;
  readonly feed_names: boolean;
  readonly quota_limit: number | null;
  readonly quota_window_seconds: number | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly replaced_by: string | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

function toTokenInfo(row: TokenRow): TokenInfo {
  const quota = toQuota(row);
  const feed = parseFeed(row);
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes,
    feed: feed && `${feedKind(feed.collection)}:${feed.id}`,
    with_names: row.feed_names,
    quota: quota && printQuota(quota),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    replaced_by: row.replaced_by,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function toQuota({ quota_limit: requests, quota_window_seconds: seconds }: TokenRow): Quota | null {
  return requests !== null && seconds !== null ? { requests, seconds } : null;
}

const longestName = 200;
const times = 'a time like 90s, 15m, 12h or 30d, at most 36500d';
const millisecondsIn = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Validates the options of the command line and reports all errors at once. */
export function parseTokenRequest(
  words: { name?: string; scopes?: string; feed?: string; withNames?: boolean; expiresIn?: string; quota?: string },
  now: Date,
): TokenRequest {
  const errors: string[] = [];
  // A feed already shows the purpose of its token.
  const name = (words.name ?? words.feed ?? '').trim();
  if (name === '' || [...name].length > longestName) errors.push(`--name must have 1 to ${longestName} characters`);
  if ((words.scopes === undefined) === (words.feed === undefined)) errors.push('pass either --scopes or --feed');
  if (words.withNames === true && words.feed === undefined) errors.push('--with-names needs --feed');
  const scopes = [...new Set(words.scopes?.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0) {
    errors.push(
      `--scopes has unknown scopes: ${unknown.map((scope) => `'${scope}'`).join(', ')}; choose from ${knownScopes.join(', ')}`,
    );
  }
  const expiresAt = words.expiresIn === undefined ? null : expiry(words.expiresIn, now);
  if (expiresAt === undefined) errors.push(`--expires-in must be ${times}`);
  const quota = words.quota === undefined ? null : parseQuota(words.quota);
  if (quota === undefined) errors.push('--quota must be requests in a window of at most a day, like 600/60s');
  if (errors.length > 0 || expiresAt === undefined || quota === undefined) {
    throw new CommandError(`The token was not created: ${errors.join('; ')}.`);
  }
  return { name, scopes: scopes.filter(isScope), expiresAt, quota };
}

function expiry(text: string, now: Date): Date | undefined {
  const milliseconds = duration(text);
  return milliseconds === undefined ? undefined : new Date(now.getTime() + milliseconds);
}

/** How long an old token keeps working after its rotation, in milliseconds. */
export function parseOverlap(text: string): number {
  const milliseconds = duration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new CommandError(`The token was not rotated: --overlap must be ${times}.`);
}

function duration(text: string): number | undefined {
  const match = /^([1-9][0-9]{0,9})([smhd])$/.exec(text);
  const unit = match?.[2];
  if (!match || (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd')) return undefined;
  const milliseconds = Number(match[1]) * millisecondsIn[unit];
  return milliseconds <= 36_500 * millisecondsIn.d ? milliseconds : undefined;
}
