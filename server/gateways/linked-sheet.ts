/** Fetches the sheet of a link that a user entered; problems with the link are reported at its field. */
import { AppError } from '../app-error.ts';
import { parseSheetLink, type SheetFaultCode, type SheetLink } from './sheet-link.ts';
import { type FetchedSheet, SheetError, type Sheets } from './sheets.ts';

const FIELD = 'google_spread_sheet';

/** @throws AppError `invalid` at the field, or `outside_service` if a retry may help */
export type FetchLinkedSheet = (link: string, reader: SheetReader) => Promise<FetchedSheet>;

/** The caller. */
interface SheetReader {
  signal: AbortSignal;
  /** Reads a private sheet. @returns the sheet, or the reason why the user may not read it */
  readPrivate: (link: SheetLink) => Promise<FetchedSheet | { fault: SheetFaultCode }>;
}

/** Fetches the sheet if the link is a Google Sheets URL. */
export function createLinkedSheet(sheets: Sheets): FetchLinkedSheet {
  return async (text, { signal, readPrivate }) => {
    const parsed = parseSheetLink(text);
    if ('fault' in parsed) throw toInvalidLink(parsed.fault.text);
    try {
      return await sheets.fetchCsv(parsed.link, signal).catch(async (error: unknown) => {
        const isPrivate = error instanceof SheetError && error.fault === 'sheet-not-public';
        // A published sheet has its own URL, which the Sheets API doesn't know.
        if (!isPrivate || parsed.link.kind === 'published') throw error;
        const found = await readPrivate(parsed.link);
        if ('fault' in found) throw new SheetError(found.fault, error);
        return found;
      });
    } catch (error) {
      throw error instanceof SheetError && !error.retryable ? toInvalidLink(error.message, error) : error;
    }
  };
}

function toInvalidLink(text: string, cause?: unknown): AppError {
  return new AppError('invalid', { message: text, fields: { [FIELD]: [text] }, cause });
}
