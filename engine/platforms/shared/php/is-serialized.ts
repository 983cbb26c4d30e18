/** Serialized according to WordPress' `is_serialized()`: such a meta value is unserialized on import. */
export function isSerialized(text: string): boolean {
  const data = text.trim();
  if (data === 'N;') return true;
  if (data.length < 4 || data[1] !== ':') return false;
  // WordPress checks the quote and the end separately, so `s:1:"x"}` is serialized for it
  if (/^s:[0-9]+:/.test(data)) return /"[;}]$/.test(data);
  if (/^[aOE]:[0-9]+:/.test(data)) return /[;}]$/.test(data);
  return /^[bid]:[0-9.E+-]+;$/.test(data);
}
