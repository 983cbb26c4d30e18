/** Joins names for a sentence: `a`, `a and b`, `a, b and c`. */
export function joinNames(names: readonly string[], word = 'and'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
