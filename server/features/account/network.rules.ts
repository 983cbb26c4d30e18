/**
 * Rate limits count networks: an IPv4 address, or the first 64 bits of an IPv6 address, because one household has all
 * addresses with this prefix.
 */

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Names the network that a limit counts for.
 * @param ip from the socket or a trusted proxy; returned unchanged if it isn't an address
 */
export function toNetworkKey(ip: string): string {
  const [address = ''] = ip.toLowerCase().split('%');
  if (!address.includes(':')) return address;
  const groups = readGroups(address);
  if (groups === undefined) return address;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Parses an IPv6 address of any form into eight groups. */
function readGroups(address: string): number[] | undefined {
  const [head = '', tail, ...rest] = unfoldIpv4(address).split('::');
  if (rest.length > 0) return undefined;
  const left = readList(head);
  const right = readList(tail ?? '');
  const gap = GROUPS - left.length - right.length;
  if (tail === undefined ? gap !== 0 : gap < 1) return undefined;
  const groups = [...left, ...new Array<number>(gap).fill(0), ...right];
  return groups.some((group) => Number.isNaN(group)) ? undefined : groups;
}

function readList(text: string): number[] {
  if (text === '') return [];
  return text
    .split(':')
    .map((group) => (/^[\da-f]{1,4}$/.test(group) ? Number.parseInt(group, 16) : Number.NaN));
}

/** Node formats IPv4-mapped addresses with dots: `::ffff:1.2.3.4`. */
function unfoldIpv4(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}
