/** What keeps a spreadsheet file from being read, in words; thrown inside this room, returned as a problem by its door. */

const SAVE_AGAIN = 'Open it in your spreadsheet program and save it again as XLSX or CSV.';

/** Ends the reading of a workbook. */
export class UnreadableWorkbook extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** @param what is wrong, as the end of a sentence: `its end is missing` */
export function corrupt(what: string): UnreadableWorkbook {
  return new UnreadableWorkbook(
    'sheet-not-readable',
    `This XLSX file cannot be read: ${what}. ${SAVE_AGAIN}`,
  );
}

/** A part that is not what its name promises. */
export function corruptPart(path: string, what: string): UnreadableWorkbook {
  return corrupt(`its part ${path} ${what}`);
}

/** Parts of the archive are encrypted. */
export function encrypted(): UnreadableWorkbook {
  return new UnreadableWorkbook(
    'sheet-not-readable',
    'This XLSX file is protected by a password. Open it in your spreadsheet program and save it without one.',
  );
}

/** @param limitBytes what its parts may have together */
export function tooLarge(limitBytes: number): UnreadableWorkbook {
  const limit = Math.floor(limitBytes / 1024 / 1024);
  return new UnreadableWorkbook(
    'sheet-too-large',
    `This XLSX file grows to more than ${limit} MiB when it is unpacked. Copy its rows to a new workbook, or save the sheet as CSV.`,
  );
}
