/** Checks IP addresses on both sides of each range boundary. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlobalAddress } from './global-address.ts';
import { PRIVATE_ADDRESSES, PUBLIC_ADDRESSES } from './outbound-fixture.ts';

describe('isGlobalAddress', () => {
  it.each(PRIVATE_ADDRESSES)('rejects %s', (address) => {
    expect(isGlobalAddress(address)).toBe(false);
  });

  it.each(PUBLIC_ADDRESSES)('accepts %s', (address) => {
    expect(isGlobalAddress(address)).toBe(true);
  });

  it('rejects every IPv6 address that embeds an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (inner) => {
        for (const start of ['::', '::ffff:', '::ffff:0:', '64:ff9b::']) {
          expect(isGlobalAddress(`${start}${inner}`)).toBe(false);
        }
      }),
    );
  });

  it('rejects everything outside of 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.startsWith(':') ? '0' : (address.split(':')[0] ?? ''), 16);
        const isInside = first >= 0x2000 && first <= 0x3fff;
        expect(isGlobalAddress(address) && !isInside).toBe(false);
      }),
    );
  });
});
