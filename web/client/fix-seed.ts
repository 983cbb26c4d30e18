/**
 * Puts the right column name where a seed has a misspelt one, in the bytes as they are: nothing else
 * of the file changes. Whether the seed is well afterwards is for the engine to judge.
 */

/** One character a byte, so that a pattern of ASCII or UTF-8 bytes finds its place in any file. */
function toByteString(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return pieces.join('');
}

function fromByteString(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const encodeName = (name: string) => toByteString(new TextEncoder().encode(name));

/** Meta values that begin as PHP writes an array, a string or an object. */
const META_VALUE = /(<wp:meta_value><!\[CDATA\[[aOs]:\d+:[^]*?\]\]><\/wp:meta_value>)/;

/** PHP keeps the length of each string in bytes next to it, also of one that holds another such text. */
function renameSerialized(text: string, rename: (text: string) => string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { index, 0: head, 1: length = '0' } of text.matchAll(/s:(\d+):"/g)) {
    const start = index + head.length;
    const end = start + Number(length);
    // Inside a string that was done already, or no string of PHP's at all.
    if (index < done || text[end] !== '"') continue;
    const content = renameSerialized(text.slice(start, end), rename);
    pieces.push(rename(text.slice(done, index)), `s:${content.length}:"${content}"`);
    done = end + 1;
  }
  return pieces.join('') + rename(text.slice(done));
}

/** `[geo_ctiy | upper]` → `geo_ctiy` */
export function nameOf(placeholder: string): string {
  return placeholder
    .replace(/^\[/, '')
    .replace(/\s*[|\]].*$/s, '')
    .trim();
}

/**
 * Replaces a placeholder's name wherever it is in brackets (also percent-encoded ones), and in the
 * slug and link of an item, where WordPress has taken the brackets away.
 */
export function fixSeed(bytes: Uint8Array, wrong: string, right: string): Uint8Array<ArrayBuffer> {
  const from = escapePattern(encodeName(nameOf(wrong)));
  const to = encodeName(nameOf(right));
  // `[[name]]` is WordPress's escape for a shortcode; in `<![CDATA[[name]` the first bracket is XML's.
  const bracketed = new RegExp(
    String.raw`(?<!(?<!<!\[CDATA)\[)(\[|%5B)(\s*)${from}(?=\s*(?:[|\]]|%5D|%7C))`,
    'gi',
  );
  const bare = new RegExp(String.raw`(?<![A-Za-z0-9_])${from}(?![A-Za-z0-9_])`, 'g');
  const rename = (text: string) =>
    text.replaceAll(bracketed, (_, bracket: string, space: string) => `${bracket}${space}${to}`);
  const fixed = toByteString(bytes)
    .split(META_VALUE)
    .map((piece, index) => (index % 2 === 1 ? renameSerialized(piece, rename) : rename(piece)))
    .join('')
    .replaceAll(/<(wp:post_name|link)>[^\n]*?<\/\1>/g, (element) => element.replaceAll(bare, to));
  return fromByteString(fixed);
}
