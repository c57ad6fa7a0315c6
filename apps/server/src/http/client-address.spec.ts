import { expect, it } from '@jest/globals';
import { clientAddress, parseAddress } from './client-address.js';

it.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.7:50123', '"192.0.2.7:50123"', '::ffff:192.0.2.7', '[::FFFF:c000:207]:80']],
  ['2001:db8::1', ['2001:db8::1', '2001:0DB8:0:0:0:0:0:0001', '[2001:db8::1]', '"[2001:DB8::1]:80"']],
  ['fe80::1', ['fe80::1', 'fe80::1%eth0', 'FE80:0::1%25en0', '[fe80::1%2]:80']],
  ['::1', ['::1', '[::1]:80', '0:0:0:0:0:0:0:1']],
])('RATE-1: %s is one address, however it is written', (address, spellings) => {
  expect(spellings.map(parseAddress)).toEqual(spellings.map(() => address));
});

it.each(['', 'unknown', '192.0.2', '192.0.2.7:', '192.0.2.7:x', '256.0.0.1', '[]', '[::1', '::1]:80', '"', '%eth0'])(
  'RATE-1: %j is not an address, and counts as that of the proxy',
  (ip) => {
    expect(parseAddress(ip)).toBeNull();
    expect(clientAddress({ ip, socket: { remoteAddress: '::ffff:192.0.2.1' } })).toBe('192.0.2.1');
  },
);
