/** Case-insensitive substring match over the fixed list, and the part of the name that matched. */
import type { Destination } from './menu.ts';

export function findDestinations(list: readonly Destination[], text: string): Destination[] {
  const wanted = text.trim().toLowerCase();
  return list.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** Before, match, after. */
export function splitMatch(name: string, text: string): [string, string, string] {
  const wanted = text.trim().toLowerCase();
  const from = wanted === '' ? -1 : name.toLowerCase().indexOf(wanted);
  if (from < 0) return [name, '', ''];
  const to = from + wanted.length;
  return [name.slice(0, from), name.slice(from, to), name.slice(to)];
}
