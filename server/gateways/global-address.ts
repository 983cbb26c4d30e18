/**
 * Checks that an IP address is on the public internet. Requests for users must not reach this machine, its
 * network, or addresses that embed another one. Sources: IANA's special-purpose registries for IPv4 and IPv6,
 * and RFC 4291 for 2000::/3.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const RESERVED_V4: [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments, cloud metadata
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** Within 2000::/3; everything outside of it is rejected (::1, mapped, NAT64, fc00::, fe80::, ff00::). */
const RESERVED_V6: [string, number][] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3ffe::', 16], // former 6bone test network
  ['3fff::', 20], // documentation
];

const reservedV4 = new BlockList();
for (const [net, bits] of RESERVED_V4) reservedV4.addSubnet(net, bits, 'ipv4');

const unicastV6 = new BlockList();
unicastV6.addSubnet('2000::', 3, 'ipv6');

const reservedV6 = new BlockList();
for (const [net, bits] of RESERVED_V6) reservedV6.addSubnet(net, bits, 'ipv6');

/**
 * True for a global unicast address in its usual notation, without brackets or zone. Notations that only some
 * resolvers accept (`127.1`, `0x7f000001`) are rejected.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !reservedV4.check(address, 'ipv4');
  if (address.includes('%') || !isIPv6(address)) return false;
  return unicastV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6');
}
