/** Formats numbers as a spreadsheet shows them, by the number format of the cell's style. */
import { format, isDateFormat, isValidFormat } from 'numfmt';
import { type DayPart, formatDay, formatNumber } from './cell-text.ts';
import { LIST_BYTES, readXmlPart } from './xml-part.ts';
import type { ZipArchive } from './zip-archive.ts';

type Formatter = (value: number) => string;

/**
 * Built-in formats, which have no code in the file (ECMA-376, part 1, 18.8.30); dates are `y` and times `h`, because
 * their order doesn't matter here.
 */
const KNOWN_FORMATS: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '$#,##0_);($#,##0)'],
  [6, '$#,##0_);($#,##0)'],
  [7, '$#,##0.00_);($#,##0.00)'],
  [8, '$#,##0.00_);($#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  ...[14, 15, 16, 17].map((id) => [id, 'y'] as const),
  ...[18, 19, 20, 21, 45, 47].map((id) => [id, 'h'] as const),
  [22, 'y h'],
  // East Asian languages, where the same number is a date in one and a time in another
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'y'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'y h'] as const),
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);(#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);(#,##0.00)'],
  [41, '#,##0_);(#,##0);"-"_)'],
  [42, '$#,##0_);($#,##0);$"-"_)'],
  [43, '#,##0.00_);(#,##0.00);"-"_)'],
  [44, '$#,##0.00_);($#,##0.00);$"-"_)'],
  [46, '[h]:mm:ss'],
]);

/** Matches the locale of a format, which only changes the names of months: `[$€-407]`. */
const LANGUAGE = /\[\$([^\]-]*)-[^\]]*\]/g;
/** Matches literal text: quoted, or a character after a backslash. */
const LITERAL = /"[^"]*"|\\./g;
/** Matches a duration, whose hours can exceed 24. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Matches scientific notation, which spreadsheets choose for long numbers: `1.23E+11`. Pages need their digits. */
const SCIENTIFIC = /e[+-]/i;

/** Detects the parts that a format shows; `m` is minutes next to hours or seconds, otherwise the month. */
function findDayPart(bare: string): DayPart {
  const code = bare.replaceAll(/\[[^\]]*\]/g, '');
  const hasClock = /[hs]|a(?:m\/p|\/p)/i.test(code);
  const hasDay = /[ydegb]|m{3}/i.test(code.replaceAll(/general/gi, '')) || !hasClock;
  return hasDay && hasClock ? 'both' : hasClock ? 'clock' : 'day';
}

function createFormatter(code: string, dayZero: number): Formatter {
  const bare = code.replaceAll(LITERAL, '');
  const neutral = code.replaceAll(LANGUAGE, (_, symbol: string) => (symbol === '' ? '' : `"${symbol}"`));
  if (SCIENTIFIC.test(bare) || !isValidFormat(neutral)) return formatNumber;
  if (isDateFormat(neutral) && !ELAPSED.test(bare)) {
    const part = findDayPart(bare);
    return (value) => formatDay(value + dayZero, part);
  }
  if (/^(?:general|@)?$/i.test(neutral.trim())) return formatNumber;
  // Blanks at the ends only align numbers in a column.
  return (value) => format(neutral, value, { nbsp: false, throws: false }).trim();
}

/** Formats a number by the index of its cell's style. */
export class CellFormats {
  /** Number format of each style. */
  readonly #styles: number[] = [];
  readonly #codes = new Map<number, string>(KNOWN_FORMATS);
  readonly #formatters = new Map<number, Formatter>();
  readonly #dayZero: number;

  /** @param dayZero days from 1899-12-30 to the epoch of the workbook */
  constructor(dayZero: number) {
    this.#dayZero = dayZero;
  }

  /** Reads the formats from the part with the styles. */
  read(archive: ZipArchive, path: string): void {
    let isOfCells = false;
    readXmlPart(archive, path, {
      limitBytes: LIST_BYTES,
      open: (name, { numFmtId, formatCode }) => {
        const id = Number(numFmtId ?? 0);
        if (name === 'numFmt') this.#codes.set(id, formatCode ?? '');
        else if (name === 'cellXfs') isOfCells = true;
        else if (name === 'xf' && isOfCells) this.#styles.push(id);
      },
      close: (name) => {
        if (name === 'cellXfs') isOfCells = false;
      },
    });
  }

  format(value: number, style: number): string {
    const id = this.#styles[style] ?? 0;
    if (id === 0) return formatNumber(value);
    let formatter = this.#formatters.get(id);
    if (!formatter) {
      formatter = createFormatter(this.#codes.get(id) ?? '', this.#dayZero);
      this.#formatters.set(id, formatter);
    }
    return formatter(value);
  }
}
