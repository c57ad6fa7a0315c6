import { Command } from 'commander';
import {
  createToken,
  listTokens,
  type NewToken,
  parseOverlap,
  revokeToken,
  type RotatedToken,
  rotateToken,
  type ShownToken,
  parseTokenRequest,
} from '@resource-catalogue/tokens';
import type { WithDatabase } from '@resource-catalogue/database';

interface CreateOptions {
  readonly name: string;
  readonly scopes: string;
  readonly expiresIn?: string;
  readonly quota?: string;
  readonly json?: boolean;
}

export function tokensCommand(withDatabase: WithDatabase): Command {
  const tokens = new Command('tokens').description('issues, lists, rotates and revokes access tokens');
  tokens
    .command('create')
    .description('issues a token and prints it, only this once')
    .requiredOption('--name <name>', 'what the token is for')
    .requiredOption(
      '--scopes <scopes>',
      'separated by commas: read, <collection>:read, projects:write (which also reads projects)',
    )
    .option('--expires-in <time>', 'like 90s, 15m, 12h or 30d; without it the token never expires')
    .option('--quota <quota>', 'like 600/60s; without it RATE_LIMIT of the service applies')
    .option('--json', 'prints one JSON object and nothing else')
    .action(async (options: CreateOptions) => {
      const request = parseTokenRequest(options, new Date());
      const token = await withDatabase(({ prisma }) => createToken(prisma, request));
      print(options.json === true, token, createdText(token));
    });
  tokens
    .command('list')
    .description('lists all tokens, each by its first characters')
    .option('--json', 'prints one JSON array and nothing else')
    .action(async (options: { json?: boolean }) => {
      const list = await withDatabase(({ prisma }) => listTokens(prisma));
      print(options.json === true, list, listText(list));
    });
  tokens
    .command('revoke')
    .description('revokes a token: every service refuses it within a second')
    .argument('<id>', 'id of the token, as in the list')
    .option('--json', 'prints one JSON object and nothing else')
    .action(async (id: string, options: { json?: boolean }) => {
      const token = await withDatabase(({ prisma }) => revokeToken(prisma, id));
      print(options.json === true, token, `Revoked ${token.prefix}… (${token.name}).\n`);
    });
  return tokens.addCommand(rotateCommand(withDatabase));
}

function rotateCommand(withDatabase: WithDatabase): Command {
  return new Command('rotate')
    .description('replaces a token, which keeps working for a while, and prints the new one, only this once')
    .argument('<id>', 'id of the old token, as in the list')
    .option('--overlap <time>', 'how long the old token keeps working, like 90s, 15m, 12h or 30d', '24h')
    .option('--json', 'prints one JSON object and nothing else')
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
  return [
    token.token,
    '',
    `Save it now: only its hash is stored. Id ${token.id}, scopes ${token.scopes.join(', ')}, ` +
      `quota ${token.quota ?? 'of the service'}, ${token.expires_at ? `expires ${token.expires_at}` : 'does not expire'}.`,
    '',
  ].join('\n');
}

function rotatedText(token: RotatedToken): string {
  const { prefix, name, expires_at } = token.replaces;
  return `${createdText(token)}The old one, ${prefix}… (${name}), expires ${expires_at}.\n`;
}

function listText(tokens: readonly ShownToken[]): string {
  if (tokens.length === 0) return 'No tokens. Create one with: tokens create --name NAME --scopes read\n';
  const rows = tokens.map((token) => [
    token.id,
    `${token.prefix}…`,
    token.name,
    token.scopes.join(','),
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
