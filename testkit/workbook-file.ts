/** Writes Excel files for tests: sheets with values, formats and formulas, and custom parts. */
import { writeZip, type ZipPart } from './zip-file.ts';

/** A cell; `xml` is the source after `<c r="…"`, up to the next cell. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { value: number; format: string | number }
  | { formula: string; value?: string | number }
  | { error: string }
  | { xml: string };

export interface SheetSpec {
  name: string;
  state?: 'visible' | 'hidden' | 'veryHidden';
  rows?: readonly (readonly Cell[])[];
  /** The whole part, instead of `rows`. */
  xml?: string | Uint8Array;
  /** Storage of the part in the archive. */
  kind?: ZipPart['kind'];
}

export interface WorkbookSpec {
  sheets: readonly SheetSpec[];
  /** Writes texts to the shared strings part instead of the cells. */
  isShared?: boolean;
  /** Uses the 1904 date system. */
  is1904?: boolean;
  /** Replaces or adds parts; `null` omits one. */
  parts?: Record<string, string | Uint8Array | Omit<ZipPart, 'path'> | null>;
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FIRST_CUSTOM = 164;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** `A` for 0. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** Collects texts and formats while the sheets are written. */
class Writer {
  readonly texts: string[] = [];
  /** Number format of each style; a number is a built-in format. */
  readonly styles: (string | number)[] = [0];
  readonly #isShared: boolean;

  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  #style(format: string | number): number {
    const known = this.styles.indexOf(format);
    return known === -1 ? this.styles.push(format) - 1 : known;
  }

  #text(text: string): string {
    if (this.#isShared) return ` t="s"><v>${this.texts.push(text) - 1}</v></c>`;
    return ` t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`;
  }

  #inside(cell: Exclude<Cell, null>): string {
    if (typeof cell === 'number') return `><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return ` t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'string') return this.#text(cell);
    if ('xml' in cell) return cell.xml;
    if ('error' in cell) return ` t="e"><v>${cell.error}</v></c>`;
    if ('format' in cell) return ` s="${this.#style(cell.format)}"><v>${cell.value}</v></c>`;
    const type = typeof cell.value === 'string' ? ' t="str"' : '';
    const value = cell.value === undefined ? '' : `<v>${escape(String(cell.value))}</v>`;
    return `${type}><f>${escape(cell.formula)}</f>${value}</c>`;
  }

  sheet(rows: readonly (readonly Cell[])[]): string {
    const lines = rows.map((cells, row) => {
      const written = cells.map((cell, column) =>
        cell === null ? '' : `<c r="${columnName(column)}${row + 1}"${this.#inside(cell)}`,
      );
      return `<row r="${row + 1}">${written.join('')}</row>`;
    });
    return `${PROLOG}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
  }

  sharedTexts(): string {
    const items = this.texts.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`);
    return `${PROLOG}<sst xmlns="${MAIN}">${items.join('')}</sst>`;
  }

  stylesheet(): string {
    const ids = this.styles.map((format, index) =>
      typeof format === 'number' ? format : FIRST_CUSTOM + index,
    );
    const formats = this.styles.flatMap((format, index) =>
      typeof format === 'number' ? [] : [`<numFmt numFmtId="${ids[index]}" formatCode="${escape(format)}"/>`],
    );
    const xfs = ids.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`);
    // The named styles come first, to test that they aren't read as cell styles.
    const names = '<cellStyleXfs count="1"><xf numFmtId="9"/></cellStyleXfs>';
    return `${PROLOG}<styleSheet xmlns="${MAIN}"><numFmts>${formats.join('')}</numFmts>${names}<cellXfs>${xfs.join('')}</cellXfs></styleSheet>`;
  }
}

function writeBook({ sheets, is1904 }: WorkbookSpec): string {
  const list = sheets.map(({ name, state }, index) => {
    const hidden = state === undefined ? '' : ` state="${state}"`;
    return `<sheet name="${escape(name)}" sheetId="${index + 7}"${hidden} r:id="rId${index + 1}"/>`;
  });
  const system = is1904 ? '<workbookPr date1904="1"/>' : '';
  return `${PROLOG}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${system}<sheets>${list.join('')}</sheets></workbook>`;
}

function writeRelations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

const typeOf = (path: string, type: string) =>
  `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

function writeTypes(sheetPaths: readonly string[]): string {
  const types = [
    typeOf('xl/workbook.xml', 'sheet.main'),
    typeOf('xl/styles.xml', 'styles'),
    typeOf('xl/sharedStrings.xml', 'sharedStrings'),
    ...sheetPaths.map((path) => typeOf(path, 'worksheet')),
  ];
  return `${PROLOG}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`;
}

/** Writes an `.xlsx` file. */
export function writeWorkbook(spec: WorkbookSpec): Buffer {
  const writer = new Writer(spec.isShared ?? false);
  const paths = spec.sheets.map((_, index) => `xl/worksheets/sheet${index + 1}.xml`);
  const sheets = spec.sheets.map(
    ({ xml, rows = [], kind }, index): ZipPart => ({
      path: paths[index] ?? '',
      content: xml ?? writer.sheet(rows),
      ...(kind && { kind }),
    }),
  );
  const targets = [
    ...paths.map((path) => ['worksheet', path.slice('xl/'.length)] as const),
    ['styles', 'styles.xml'] as const,
    ['sharedStrings', 'sharedStrings.xml'] as const,
  ];
  const parts: ZipPart[] = [
    { path: '[Content_Types].xml', content: writeTypes(paths) },
    { path: '_rels/.rels', content: writeRelations([['officeDocument', 'xl/workbook.xml']]) },
    { path: 'xl/workbook.xml', content: writeBook(spec) },
    { path: 'xl/_rels/workbook.xml.rels', content: writeRelations(targets) },
    ...sheets,
    { path: 'xl/styles.xml', content: writer.stylesheet() },
    { path: 'xl/sharedStrings.xml', content: writer.sharedTexts() },
  ];
  const others = new Map(Object.entries(spec.parts ?? {}));
  const kept = parts.flatMap((part) => {
    const other = others.get(part.path);
    others.delete(part.path);
    if (other === null) return [];
    return other === undefined ? [part] : [toPart(part.path, other)];
  });
  return writeZip([
    ...kept,
    ...[...others].flatMap(([path, other]) => (other === null ? [] : [toPart(path, other)])),
  ]);
}

function toPart(path: string, part: string | Uint8Array | Omit<ZipPart, 'path'>): ZipPart {
  return typeof part === 'string' || part instanceof Uint8Array ? { path, content: part } : { path, ...part };
}

/** Writes an `.xlsx` file with one sheet. */
export function writeExcel(rows: readonly (readonly Cell[])[]): Buffer {
  return writeWorkbook({ sheets: [{ name: 'Towns', rows }] });
}
