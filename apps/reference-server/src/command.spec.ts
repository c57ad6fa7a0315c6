import { afterEach, describe, expect, it } from '@jest/globals';
import { sendRequest } from '../test/send-request.js';
import { referenceServerCommand } from './command.js';
import { type ReferenceServer, startReferenceServer } from './start.js';

const servers: ReferenceServer[] = [];
let message = '';
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function run(...args: readonly string[]) {
  let stderr = '';
  let stdout = '';
  const command = referenceServerCommand((server, text) => {
    servers.push(server);
    message = text;
  })
    .exitOverride()
    .configureOutput({ writeErr: (text) => (stderr += text), writeOut: (text) => (stdout += text) });
  const code = await command.parseAsync(args, { from: 'user' }).then(
    () => 0,
    ({ exitCode }: { exitCode: number }) => exitCode,
  );
  return { code, stderr, stdout };
}

describe('the command of the reference server', () => {
  it('starts a server and prints its URL and token', async () => {
    const ended = await run('--size', 'poor', '--port', '0', '--origin', 'https://app.example');
    expect(ended).toEqual({ code: 0, stderr: '', stdout: '' });
    const [server] = servers;
    if (server === undefined) throw new Error('No server was started.');
    const reply = await sendRequest(server, '/api/v1/machines', { headers: { origin: 'https://app.example' } });
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, 'https://app.example']);
    expect(message).toContain(`URL:    ${server.url}\nToken:  ${server.tokens.full}\n`);
  });

  it('prints the URL and the tokens as one line of JSON with --json', async () => {
    await run('--size', 'empty', '--port', '0', '--json');
    expect(message).not.toContain('\n');
    expect(JSON.parse(message)).toEqual({ url: servers[0]?.url, tokens: servers[0]?.tokens });
  });

  it('gives the same tokens for the same port and seed', async () => {
    const first = await startReferenceServer({ size: 'empty', seed: 7 });
    const port = Number(new URL(first.url).port);
    await first.close();
    const second = await startReferenceServer({ size: 'empty', seed: 7, port });
    servers.push(second);
    expect(second.tokens).toEqual(first.tokens);
  });

  it.each([
    [['--size', 'huge'], "argument 'huge' is invalid. Allowed choices are poor, rich, empty."],
    [['--port', '65536'], "argument '65536' is invalid. It must be a whole number from 0 to 65535."],
    [['--seed', '-1'], "argument '-1' is invalid. It must be a whole number from 0 to 4294967295."],
    [['--sise', 'rich'], "unknown option '--sise'"],
    [['--fault', 'flood'], "argument 'flood' is invalid. Allowed choices are rate_limited, unavailable, slow"],
    [['--every', '0'], "argument '0' is invalid. It must be a whole number from 1 to 1000000."],
    [['--delay', '2h'], "argument '2h' is invalid. It must be a time like 500ms, 3s or 1m, at most 1h."],
    [['--delay', 's'], "argument 's' is invalid."],
    [['rich'], 'too many arguments'],
  ])('rejects %j with a one-line error', async (args, sentence) => {
    const { code, stderr } = await run(...args);
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toContain(sentence);
    expect(code).not.toBe(0);
  });

  it('rejects a port that is in use', async () => {
    await run('--size', 'empty', '--port', '0');
    const port = new URL(servers[0]?.url ?? '').port;
    const stderr = `error: port ${port} is in use: choose another with --port.\n`;
    expect(await run('--port', port)).toEqual({ code: 1, stderr, stdout: '' });
  });

  it.each([
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['--delay 250 --help', /\(default:\s+3s\)/],
    ['--delay 250ms --help', /--delay/],
    ['--delay 1h --help', /--delay/],
  ])('exits successfully with %s', async (line, words) => {
    expect(await run(...line.split(' '))).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(words) });
  });
});
