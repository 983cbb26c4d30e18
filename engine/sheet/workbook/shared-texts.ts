/** Reads the shared strings, which cells refer to by index. */
import { countBytes } from '../clean-cell.ts';
import { SHEET_BYTES, SHEET_CELLS } from '../sheet-limits.ts';
import { SHEET_PROBLEM } from '../sheet-problem.ts';
import { corruptPart, UnreadableWorkbook } from './unreadable-workbook.ts';
import { decodeEscapes, readXmlPart } from './xml-part.ts';
import type { ZipArchive } from './zip-archive.ts';

function tooMuchText(): UnreadableWorkbook {
  const [code, , reason] = SHEET_PROBLEM.tooManyBytes();
  return new UnreadableWorkbook(code, reason);
}

/** Reads the part with the shared strings. */
export function readSharedTexts(archive: ZipArchive, path: string): string[] {
  const texts: string[] = [];
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
      const decoded = decodeEscapes(text);
      bytes += countBytes(decoded);
      if (texts.length === SHEET_CELLS) throw corruptPart(path, 'has more texts than a sheet can show');
      texts.push(decoded);
    },
  });
  return texts;
}
