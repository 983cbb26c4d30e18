import { expect, it } from 'vitest';
import { toNetworkKey } from './network.rules.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('counts %s as %s', (ip, network) => {
  expect(toNetworkKey(ip)).toBe(network);
});

it.each(['', 'unknown', '1:2:3', '1::2::3', 'g::1', '1:2:3:4:5:6:7:8:9'])(
  'returns text that isn’t an address unchanged: %j',
  (text) => {
    expect(toNetworkKey(text)).toBe(text);
  },
);

it('counts all addresses of one /64 network as one (M1)', () => {
  const walk = Array.from({ length: 100 }, (_none, index) =>
    toNetworkKey(`2001:db8:7:7::${index.toString(16)}`),
  );
  expect(new Set(walk).size).toBe(1);
});
