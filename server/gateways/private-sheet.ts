/**
 * Reads a private sheet through the Sheets API as the connected user: displayed values, a few thousand rows
 * per request, converted to the CSV that a public link would return.
 */
import type { OAuth2Client } from 'google-auth-library';
import { SHEET_BYTES } from '#contract/limits.ts';
import type { SheetLink } from './sheet-link.ts';
import { type FetchedSheet, SheetError } from './sheets.ts';

const SHEETS_BASE = 'https://sheets.googleapis.com';

/** Rows per request. Google allows 60 requests a minute, and a sheet has at most 100,000 rows. */
const ROWS_PER_REQUEST = 5_000;
const TIMEOUT_MS = 30_000;
const FIELDS = 'properties.title,sheets.properties(sheetId,title,gridProperties.rowCount)';

interface SheetRequest {
  client: OAuth2Client;
  /** Base URL of a simulator. */
  base: string | undefined;
  signal: AbortSignal;
}

interface Spreadsheet {
  properties?: { title?: string };
  sheets?: { properties?: { sheetId?: number; title?: string; gridProperties?: { rowCount?: number } } }[];
}

/** @throws SheetError for problems with the sheet; errors of Google otherwise */
export async function readPrivateSheet(request: SheetRequest, link: SheetLink): Promise<FetchedSheet> {
  const { properties, sheets = [] } = await ask<Spreadsheet>(request, `${link.id}?fields=${FIELDS}`);
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
  for (let first = 1; first <= rowCount; first += ROWS_PER_REQUEST) {
    const last = Math.min(rowCount, first + ROWS_PER_REQUEST - 1);
    const range = encodeURIComponent(`'${title.replaceAll("'", "''")}'!${first}:${last}`);
    const { values = [] } = await ask<{ values?: Cell[][] }>(request, `${link.id}/values/${range}`);
    if (first === 1) width = values[0]?.length ?? 0;
    // Google omits trailing empty rows and trailing empty cells of a row.
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

async function ask<Data>({ client, base = SHEETS_BASE, signal }: SheetRequest, path: string): Promise<Data> {
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

/** The library marks the size limit by the type of the error or of its cause. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === 'max-size') || isTooLarge(error.cause);
}

/** Displayed values are usually strings. */
type Cell = string | number | boolean;

function writeRow(row: readonly Cell[], width: number): string {
  const cells = Array.from({ length: Math.max(width, row.length) }, (_, index) => writeCell(row[index]));
  return `${cells.join(',')}\r\n`;
}

/** Same as Google's own CSV: text that looks like a formula is a value. */
function writeCell(value: Cell = ''): string {
  const text = String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
