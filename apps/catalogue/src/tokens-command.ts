import { Command } from 'commander';
import { readConfiguration } from '@resource-catalogue/program';
import {
  createToken,
  feedCollections,
  feedKind,
  findFeed,
  listTokens,
  type NewToken,
  parseOverlap,
  revokeToken,
  type RotatedToken,
  rotateToken,
  type TokenInfo,
  parseTokenRequest,
} from '@resource-catalogue/tokens';
import type { WithDatabase } from '@resource-catalogue/database';

interface CreateOptions {
  readonly name?: string;
  readonly scopes?: string;
  readonly feed?: string;
  readonly withNames?: boolean;
  readonly expiresIn?: string;
  readonly quota?: string;
  readonly json?: boolean;
}

export function tokensCommand(withDatabase: WithDatabase): Command {
  const tokens = new Command('tokens')
    .description('issue, list, rotate and revoke access tokens')
    .addCommand(createCommand(withDatabase));
  tokens
    .command('list')
    .description('list all tokens with their first characters')
    .option('--json', 'print one JSON array and nothing else')
    .action(async (options: { json?: boolean }) => {
      const list = await withDatabase(({ prisma }) => listTokens(prisma));
      print(options.json === true, list, listText(list));
    });
  tokens
    .command('revoke')
    .description('revoke a token: every service rejects it within a second')
    .argument('<id>', 'id of the token, as in the list')
    .option('--json', 'print one JSON object and nothing else')
    .action(async (id: string, options: { json?: boolean }) => {
      const token = await withDatabase(({ prisma }) => revokeToken(prisma, id));
      print(options.json === true, token, `Revoked ${token.prefix}… (${token.name}).\n`);
    });
  return tokens.addCommand(rotateCommand(withDatabase));
}

function createCommand(withDatabase: WithDatabase): Command {
  return new Command('create')
    .description('issue a token and print it (shown only once)')
    .option('--name <name>', 'purpose of the token; optional for a feed')
    .option(
      '--scopes <scopes>',
      'scopes, separated by commas: read, <collection>:read, projects:write (which also reads projects)',
    )
    .option(
      '--feed <kind:name>',
      `calendar feed that the token opens, instead of scopes, like machine:laser-cutter; kinds: ${feedCollections.map(feedKind).join(', ')}`,
    )
    .option('--with-names', 'show the names of members in the feed')
    .option('--expires-in <time>', 'lifetime, like 90s, 15m, 12h or 30d (default: unlimited)')
    .option('--quota <quota>', 'rate limit, like 600/60s (default: RATE_LIMIT of the service)')
    .option('--json', 'print one JSON object and nothing else')
    .action(async (options: CreateOptions) => {
      const request = parseTokenRequest(options, new Date());
      const token = await withDatabase(async (database) => {
        const { feed: text, withNames = false } = options;
        const feed = text === undefined ? null : await findFeed(database, text, withNames);
        return createToken(database.prisma, { ...request, feed });
      });
      print(options.json === true, token, createdText(token));
    });
}

function rotateCommand(withDatabase: WithDatabase): Command {
  return new Command('rotate')
    .description('replace a token, which keeps working for a while, and print the new one (shown only once)')
    .argument('<id>', 'id of the old token, as in the list')
    .option('--overlap <time>', 'how long the old token keeps working, like 90s, 15m, 12h or 30d', '24h')
    .option('--json', 'print one JSON object and nothing else')
    .action(async (id: string, options: { overlap: string; json?: boolean }) => {
      const overlap = parseOverlap(options.overlap);
      const token = await withDatabase(({ prisma }) => rotateToken(prisma, id, overlap, new Date()));
      print(options.json === true, token, rotatedText(token));
    });
}

function print(asJson: boolean, value: unknown, text: string): void {
  process.stdout.write(asJson ? `${JSON.stringify(value)}\n` : text);
}

function createdText(token: NewToken): string {
  // Calendars need the URL; without PUBLIC_URL the command does not know how it begins.
  const { publicUrl } = readConfiguration(process.env);
  return [
    token.feed_path === null ? token.token : `${publicUrl ?? ''}${token.feed_path}`,
    '',
    `Save it now: only its hash is stored. Id ${token.id}, ${feedText(token) ?? `scopes ${token.scopes.join(', ')}`}, ` +
      `quota ${token.quota ?? 'of the service'}, ${token.expires_at ? `expires ${token.expires_at}` : 'does not expire'}.`,
    '',
  ].join('\n');
}

const feedText = ({ feed, with_names }: Pick<TokenInfo, 'feed' | 'with_names'>): string | null =>
  feed && `feed ${feed}${with_names ? ' with names' : ''}`;

function rotatedText(token: RotatedToken): string {
  const { prefix, name, expires_at } = token.replaces;
  return `${createdText(token)}The old token, ${prefix}… (${name}), expires ${expires_at}.\n`;
}

function listText(tokens: readonly TokenInfo[]): string {
  if (tokens.length === 0) return 'No tokens. Create one with: tokens create --name NAME --scopes read\n';
  const rows = tokens.map((token) => [
    token.id,
    `${token.prefix}…`,
    token.name,
    feedText(token) ?? token.scopes.join(','),
    token.quota ?? '-',
    token.last_used_at ?? '-',
    token.revoked_at ? `revoked ${token.revoked_at}` : token.expires_at ? `expires ${token.expires_at}` : '-',
  ]);
  const table = [['id', 'prefix', 'name', 'scopes', 'quota', 'last used', 'state'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
