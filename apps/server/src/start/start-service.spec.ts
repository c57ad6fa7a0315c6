import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen as listenAnywhere } from '../../test/support/sockets.js';
import { readConfiguration } from '../config/configuration.js';
import { CommandError } from '../errors/command-error.js';
import { banner, listen } from './start-service.js';

describe('a service that cannot listen says why', () => {
  let other: Server;
  let port: number;
  beforeAll(async () => {
    other = createServer();
    port = await listenAnywhere(other);
  });
  afterAll(() => void other.close());

  const refusal = (variables: Readonly<Record<string, string>>) => listen(createServer(), readConfiguration(variables));

  it('when the port is in use', async () => {
    const refused = refusal({ PORT: String(port) });
    await expect(refused).rejects.toBeInstanceOf(CommandError);
    await expect(refused).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use: stop the program that listens there, or set PORT to another port.`,
    );
  });

  it('when the machine does not have the address', async () => {
    await expect(refusal({ PORT: '0', HOST: '192.0.2.1' })).rejects.toThrow(
      'This machine does not have the address 192.0.2.1: set HOST to one that it has, or to 0.0.0.0 for all of them.',
    );
  });
});

describe('the banner', () => {
  const base = (variables: Readonly<Record<string, string>>) =>
    /^Resource Catalogue {2}(.*)$/m.exec(banner(readConfiguration(variables), { port: 4000 }, null))?.[1];

  it.each([
    [{}, 'http://127.0.0.1:4000'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: '::' }, 'http://localhost:4000'],
    [{ HOST: '::1' }, 'http://[::1]:4000'],
    [{ PUBLIC_URL: 'https://example.org/catalogue/' }, 'https://example.org/catalogue'],
  ])('with %j names %s', (variables, expected) => {
    expect(base(variables)).toBe(expected);
  });
});
