/**
 * The first bytes of a file say how it is written. The importer's parser reads ISO-8859-1 where that is
 * declared, so exports of other tools in it are read as well; generated files are UTF-8.
 */
import { createUtf8Text, type Utf8Text } from '../../../../verify/utf8-text.ts';

const DECLARED = /^<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/u;
const LATIN_1 = /^(?:iso-8859-1|iso_8859-1|latin-?1|iso-latin-1|us-ascii|ascii)$/iu;
/** A declaration is done within these bytes. */
const HEAD_BYTES = 256;
/** Arguments per call. */
const STEP = 8192;

/** True for names of ISO-8859-1 and of its subset US-ASCII. */
export function isLatin1(encoding: string): boolean {
  return LATIN_1.test(encoding);
}

function readLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return text;
}

const LATIN_1_TEXT: Utf8Text = {
  push: (bytes) => ({ text: readLatin1(bytes), invalid: false }),
  end: () => false,
};

/** Text of bytes in any chunking, UTF-8 unless the file declares ISO-8859-1. */
export function createDeclaredText(): Utf8Text {
  let head = new Uint8Array(0);
  let text: Utf8Text | undefined;
  return {
    push(chunk) {
      if (text !== undefined) return text.push(chunk);
      const bytes = new Uint8Array(head.length + chunk.length);
      bytes.set(head);
      bytes.set(chunk, head.length);
      head = bytes;
      const start = readLatin1(head.subarray(0, HEAD_BYTES));
      if (head.length < HEAD_BYTES && '<?xml'.startsWith(start.slice(0, 5)) && !start.includes('>'))
        return { text: '', invalid: false };
      text = isLatin1(DECLARED.exec(start)?.[1] ?? '') ? LATIN_1_TEXT : createUtf8Text();
      return text.push(head);
    },
    end: () => text?.end() ?? false,
  };
}
