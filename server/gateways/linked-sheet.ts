/** The data behind a link that somebody typed; what is wrong with the link is said at its field. */
import { AppError } from '../app-error.ts';
import { parseSheetLink } from './sheet-link.ts';
import { SheetError, type Sheets } from './sheets.ts';

const FIELD = 'google_spread_sheet';

/** @throws AppError `invalid` at the field, or `outside_service` when trying again may help */
export type FetchLinkedSheet = (link: string, signal: AbortSignal) => Promise<LinkedSheet>;

export interface LinkedSheet {
  bytes: Uint8Array;
  name: string;
  /** What the person should know although it went well. */
  notice?: string;
}

/** The link is taken as it was typed; `sheets` is asked for it unless it names no sheet of Google's. */
export function createLinkedSheet(sheets: Sheets): FetchLinkedSheet {
  return async (text, signal) => {
    const parsed = parseSheetLink(text);
    if ('fault' in parsed) throw refuse(parsed.fault.text);
    try {
      return await sheets.fetchCsv(parsed.link, signal);
    } catch (error) {
      throw error instanceof SheetError && !error.retryable ? refuse(error.message, error) : error;
    }
  };
}

function refuse(text: string, cause?: unknown): AppError {
  return new AppError('invalid', { message: text, fields: { [FIELD]: [text] }, cause });
}
