/** Reads the shared strings, which cells refer to by index, as byte strings. */
import { encodeByteString } from '../byte-string.ts';
import { SHEET_BYTES, SHEET_CELLS } from '../sheet-limits.ts';
import { SHEET_PROBLEM } from '../sheet-problem.ts';
import { corruptPart, UnreadableWorkbook } from './unreadable-workbook.ts';
import { decodeEscapes, readXmlPart } from './xml-part.ts';
import type { ZipArchive } from './zip-archive.ts';

const BLOCK_BITS = 10;
const BLOCK_TEXTS = 1 << BLOCK_BITS;

/** 1,024 concatenated texts. */
interface Block {
  text: string;
  ends: Uint32Array;
}

/**
 * Stores texts in few large strings. A string for each text would also retain the chunk of the part that it was
 * sliced from.
 */
export class SharedTexts {
  #count = 0;
  #pending: string[] = [];
  readonly #blocks: Block[] = [];

  get count(): number {
    return this.#count;
  }

  /** Adds a byte string. */
  add(text: string): void {
    this.#count += 1;
    this.#pending.push(text);
    if (this.#pending.length === BLOCK_TEXTS) this.finish();
  }

  /** Call after the last text. */
  finish(): void {
    let end = 0;
    const ends = Uint32Array.from(this.#pending, (text) => (end += text.length));
    this.#blocks.push({ text: this.#pending.join(''), ends });
    this.#pending = [];
  }

  /** Returns the byte string at this index, or `undefined` if there are fewer. */
  get(index: number): string | undefined {
    const block = this.#blocks[index >>> BLOCK_BITS];
    const at = index & (BLOCK_TEXTS - 1);
    const end = block?.ends[at];
    return end === undefined ? undefined : block?.text.slice(at === 0 ? 0 : block.ends[at - 1], end);
  }
}

function tooMuchText(): UnreadableWorkbook {
  const [code, , reason] = SHEET_PROBLEM.tooManyBytes();
  return new UnreadableWorkbook(code, reason);
}

/** Reads the part with the shared strings. */
export function readSharedTexts(archive: ZipArchive, path: string): SharedTexts {
  const texts = new SharedTexts();
  let text = '';
  let bytes = 0;
  let isText = false;
  let phonetics = 0;
  readXmlPart(archive, path, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetics += 1;
      // Phonetic text isn't part of the value.
      else if (name === 't') isText = phonetics === 0;
    },
    text(piece) {
      if (isText) text += piece;
      if (bytes + text.length > SHEET_BYTES) throw tooMuchText();
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetics -= 1;
      if (name !== 'si') return;
      const byteString = encodeByteString(decodeEscapes(text));
      bytes += byteString.length;
      if (texts.count === SHEET_CELLS) throw corruptPart(path, 'has more texts than a sheet can show');
      texts.add(byteString);
    },
  });
  texts.finish();
  return texts;
}
