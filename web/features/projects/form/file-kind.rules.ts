/** Accepted files of the panels, by name and type; the server checks the rest. */
const SHEET_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

export const SHEET_ACCEPT = '.csv,.tsv,.txt,.xlsx';

interface NamedFile {
  name: string;
  type: string;
}

export function isSheetFile({ name, type }: NamedFile): boolean {
  return SHEET_TYPES.includes(type) || /\.(csv|tsv|tab|txt|xlsx)$/i.test(name);
}
