import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { createHttpServer } from './http.js';
import { createMcpServer, version } from './server.js';

interface Options {
  readonly http?: string;
  readonly host: string;
  readonly allowHost: readonly string[];
}

const command = new Command('resource-catalogue-mcp')
  .description('Lets assistants read the catalogue at CATALOGUE_URL, over stdio with the token CATALOGUE_TOKEN.')
  .version(version)
  .option('--http <port>', 'serve streamable HTTP with the token of each request instead; 0 picks a free port')
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--allow-host <names...>', 'host names of this server, in addition to those of this machine', []);

async function start({ http, host, allowHost }: Options): Promise<void> {
  const { CATALOGUE_URL: url, CATALOGUE_TOKEN: token } = process.env;
  if (!url) throw new Error('set CATALOGUE_URL to the URL of the catalogue');
  const own = http === undefined ? token : 'none';
  if (!own) throw new Error('set CATALOGUE_TOKEN to an access token of the catalogue');
  const server = createMcpServer(url, own);
  if (http === undefined) return server.connect(new StdioServerTransport());
  const listening = createHttpServer(url, ['127.0.0.1', 'localhost', '[::1]', ...allowHost]).listen(Number(http), host);
  await once(listening, 'listening');
  const address = listening.address();
  process.stdout.write(`http://${host}:${typeof address === 'object' && address ? address.port : http}\n`);
}

const fail = (error: unknown) => command.error(`error: ${error instanceof Error ? error.message : String(error)}`);
await command.action((options: Options) => start(options).catch(fail)).parseAsync();
