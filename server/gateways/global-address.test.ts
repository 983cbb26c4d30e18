/** The judgement of IP addresses, by lists on both sides of each border. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlobalAddress } from './global-address.ts';
import { CLOSED_ADDRESSES, OPEN_ADDRESSES } from './outbound-fixture.ts';

describe('isGlobalAddress', () => {
  it.each(CLOSED_ADDRESSES)('keeps %s closed', (address) => {
    expect(isGlobalAddress(address)).toBe(false);
  });

  it.each(OPEN_ADDRESSES)('opens %s', (address) => {
    expect(isGlobalAddress(address)).toBe(true);
  });

  it('keeps every IPv4 address closed that comes inside an IPv6 one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (inner) => {
        for (const start of ['::', '::ffff:', '::ffff:0:', '64:ff9b::']) {
          expect(isGlobalAddress(`${start}${inner}`)).toBe(false);
        }
      }),
    );
  });

  it('opens nothing outside of 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.startsWith(':') ? '0' : (address.split(':')[0] ?? ''), 16);
        const isInside = first >= 0x2000 && first <= 0x3fff;
        expect(isGlobalAddress(address) && !isInside).toBe(false);
      }),
    );
  });
});
