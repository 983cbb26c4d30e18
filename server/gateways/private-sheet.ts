/**
 * Reads a private sheet through Google's API, as the user of the connection: the values as the sheet
 * shows them, some thousand rows at a time, written as the CSV that the link of a public sheet would give.
 */
import type { OAuth2Client } from 'google-auth-library';
import { SHEET_BYTES } from '#contract/limits.ts';
import type { SheetLink } from './sheet-link.ts';
import { type FetchedSheet, SheetError } from './sheets.ts';

const SHEETS_BASE = 'https://sheets.googleapis.com';

/** Rows per reply: Google allows 60 calls a minute, and a sheet has at most 100,000 rows. */
const ROWS_AT_ONCE = 5_000;
const TIMEOUT_MS = 30_000;
const FIELDS = 'properties.title,sheets.properties(sheetId,title,gridProperties.rowCount)';

interface Asked {
  client: OAuth2Client;
  /** Address of a simulator. */
  base: string | undefined;
  signal: AbortSignal;
}

interface Spreadsheet {
  properties?: { title?: string };
  sheets?: { properties?: { sheetId?: number; title?: string; gridProperties?: { rowCount?: number } } }[];
}

/** @throws SheetError for what the sheet has not, what Google answers otherwise */
export async function readPrivateSheet(asked: Asked, link: SheetLink): Promise<FetchedSheet> {
  const { properties, sheets = [] } = await ask<Spreadsheet>(asked, `${link.id}?fields=${FIELDS}`);
  const tab = sheets
    .flatMap((each) => each.properties ?? [])
    .find(({ sheetId, title }) => {
      if (link.tab !== undefined) return title === link.tab;
      return link.gid === undefined || String(sheetId) === link.gid;
    });
  if (tab === undefined) throw new SheetError('sheet-tab-missing');
  const { title = '', gridProperties: { rowCount = 0 } = {} } = tab;
  const lines: Uint8Array[] = [];
  let [width, size] = [0, 0];
  for (let first = 1; first <= rowCount; first += ROWS_AT_ONCE) {
    const last = Math.min(rowCount, first + ROWS_AT_ONCE - 1);
    const range = encodeURIComponent(`'${title.replaceAll("'", "''")}'!${first}:${last}`);
    const { values = [] } = await ask<{ values?: Cell[][] }>(asked, `${link.id}/values/${range}`);
    if (first === 1) width = values[0]?.length ?? 0;
    // Google leaves out empty rows at the end, and empty cells at the end of a row.
    const isLast = last === rowCount;
    const missing = isLast ? 0 : last - first + 1 - values.length;
    const rows = [...values, ...Array.from({ length: missing }, () => [])];
    const bytes = new TextEncoder().encode(rows.map((row) => writeRow(row, width)).join(''));
    size += bytes.length;
    if (size > SHEET_BYTES) throw new SheetError('sheet-too-large');
    lines.push(bytes);
  }
  return { bytes: Buffer.concat(lines), name: `${properties?.title ?? 'Google Sheet'} - ${title}.csv` };
}

async function ask<Data>({ client, base = SHEETS_BASE, signal }: Asked, path: string): Promise<Data> {
  try {
    const { data } = await client.request<Data>({
      url: `${base}/v4/spreadsheets/${path}`,
      responseType: 'json',
      timeout: TIMEOUT_MS,
      maxContentLength: SHEET_BYTES,
      signal,
    });
    return data;
  } catch (error) {
    signal.throwIfAborted();
    throw isTooLarge(error) ? new SheetError('sheet-too-large', error) : error;
  }
}

/** The library names the limit by the type of an error, or of its cause. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === 'max-size') || isTooLarge(error.cause);
}

/** Displayed values are texts for all types. */
type Cell = string | number | boolean;

function writeRow(row: readonly Cell[], width: number): string {
  const cells = Array.from({ length: Math.max(width, row.length) }, (_, index) => writeCell(row[index]));
  return `${cells.join(',')}\r\n`;
}

/** As Google's own CSV has it: what looks like a formula is a value here. */
function writeCell(value: Cell = ''): string {
  const text = String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
