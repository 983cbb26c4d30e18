/** Test only: an Excel file with one sheet, written by hand (a ZIP archive without compression). */
import { crc32 } from 'node:zlib';

export type Cell = string | number | boolean | null;

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function writeCell(cell: Cell, name: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${name}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function writeSheet(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((cells, row) => {
    const number = row + 1;
    const text = cells.map((cell, column) => writeCell(cell, `${String.fromCharCode(65 + column)}${number}`));
    return `<row r="${number}">${text.join('')}</row>`;
  });
  return `${PROLOG}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function writeHeader(name: Buffer, content: Buffer, offset?: number): Buffer {
  const isCentral = offset !== undefined;
  const header = Buffer.alloc(isCentral ? 46 : 30);
  const at = isCentral ? 16 : 14;
  header.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0);
  header.writeUInt16LE(20, isCentral ? 6 : 4);
  header.writeUInt32LE(crc32(content), at);
  header.writeUInt32LE(content.length, at + 4);
  header.writeUInt32LE(content.length, at + 8);
  header.writeUInt16LE(name.length, at + 12);
  if (isCentral) header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function writeZip(files: Record<string, string>): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const local = writeHeader(name, content);
    directory.push(writeHeader(name, content, offset));
    body.push(local, content);
    offset += local.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...body, ...directory, end]);
}

/** The bytes of an `.xlsx` file. */
export function writeExcel(rows: readonly (readonly Cell[])[]): Buffer {
  return writeZip({
    '[Content_Types].xml': `${PROLOG}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${PROLOG}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Towns" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': writeSheet(rows),
  });
}
