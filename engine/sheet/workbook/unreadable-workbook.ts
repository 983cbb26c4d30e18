/** Errors that stop the reading of a workbook; `readWorkbook` returns them as problems. */

const SAVE_AGAIN = 'Open it in your spreadsheet program and save it again as XLSX or CSV.';

/** Stops the reading of a workbook. */
export class UnreadableWorkbook extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** @param what reason, as the end of a sentence: `its end is missing` */
export function corrupt(what: string): UnreadableWorkbook {
  return new UnreadableWorkbook(
    'sheet-not-readable',
    `This XLSX file cannot be read: ${what}. ${SAVE_AGAIN}`,
  );
}

/** @param what reason, as a predicate of the part: `is damaged` */
export function corruptPart(path: string, what: string): UnreadableWorkbook {
  return corrupt(`its part ${path} ${what}`);
}

/** Reports encrypted parts. */
export function encrypted(): UnreadableWorkbook {
  return new UnreadableWorkbook(
    'sheet-not-readable',
    'This XLSX file is protected by a password. Open it in your spreadsheet program and save it without one.',
  );
}

/** @param limitBytes of all unpacked parts together */
export function tooLarge(limitBytes: number): UnreadableWorkbook {
  const limit = Math.floor(limitBytes / 1024 / 1024);
  return new UnreadableWorkbook(
    'sheet-too-large',
    `This XLSX file grows to more than ${limit} MiB when it is unpacked. Copy its rows to a new workbook, or save the sheet as CSV.`,
  );
}
