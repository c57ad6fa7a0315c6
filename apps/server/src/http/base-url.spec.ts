import { describe, expect, it } from '@jest/globals';
import { BaseUrl } from './base-url.js';
import { HostNames } from './host-names.js';

const hosts = new HostNames();
const socket = { localAddress: '127.0.0.1', localPort: 3000 };

describe('BaseUrl (LIST-4)', () => {
  it('is the operator’s own, whatever the request says', () => {
    const base = new BaseUrl('https://example.org/catalogue', hosts);
    expect(base.of({ protocol: 'http', host: 'evil.example', socket })).toBe('https://example.org/catalogue');
  });

  it.each([
    ['http', 'catalogue.test', 'http://catalogue.test'],
    ['https', 'catalogue.test:8443', 'https://catalogue.test:8443'],
    ['HTTPS', 'catalogue.test', 'https://catalogue.test'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
    ['javascript', 'catalogue.test', 'http://catalogue.test'],
    ['http', undefined, 'http://127.0.0.1:3000'],
    ['http', '', 'http://127.0.0.1:3000'],
    ['http', 'a b', 'http://127.0.0.1:3000'],
    ['http', 'a>; rel="x', 'http://127.0.0.1:3000'],
    ['http', 'user@a', 'http://127.0.0.1:3000'],
    ['http', 'a:99999', 'http://127.0.0.1:3000'],
    ['http', '[::1', 'http://127.0.0.1:3000'],
  ])('is %s at %s: %s', (protocol, host, expected) => {
    expect(new BaseUrl(null, hosts).of({ protocol, host, socket })).toBe(expected);
  });

  it('is an IPv6 address of the service in brackets', () => {
    const own = { localAddress: '::1', localPort: 3000 };
    expect(new BaseUrl(null, hosts).of({ protocol: 'http', host: undefined, socket: own })).toBe('http://[::1]:3000');
  });

  it('is empty once the client is gone', () => {
    const gone = { localAddress: undefined, localPort: undefined };
    expect(new BaseUrl(null, hosts).of({ protocol: 'http', host: undefined, socket: gone })).toBe('');
  });
});
