/** Google's Sheets API for the simulator: properties of a spreadsheet, and values of a range. */

/** A sheet that needs an account. */
export interface PrivateSheet {
  title: string;
  tabs: { gid: number; name: string; values: readonly (readonly string[])[]; rowCount?: number }[];
  /** Accounts that may open it. */
  readers: readonly string[];
}

type Answer = { status: number; body: object };

const toRejection = (status: number, name: string): Answer => ({
  status,
  body: { error: { code: status, status: name, message: name } },
});

/** @param path below `/v4/spreadsheets/` */
export function readSheet(
  sheets: ReadonlyMap<string, PrivateSheet>,
  path: string,
  { account, isAllowed }: { account: string; isAllowed: boolean },
): Answer {
  const [id = '', verb, range = ''] = path.split('/').map(decodeURIComponent);
  const sheet = sheets.get(id);
  if (!isAllowed) return toRejection(403, 'PERMISSION_DENIED');
  if (sheet === undefined) return toRejection(404, 'NOT_FOUND');
  if (!sheet.readers.includes(account)) return toRejection(403, 'PERMISSION_DENIED');
  const { title, tabs } = sheet;
  if (verb === undefined) {
    const shown = tabs.map(({ gid, name, values, rowCount = values.length }) => ({
      properties: { sheetId: gid, title: name, gridProperties: { rowCount } },
    }));
    return { status: 200, body: { properties: { title }, sheets: shown } };
  }
  const [, name = '', first = '', last = ''] = /^'(.*)'!(\d+):(\d+)$/.exec(range) ?? [];
  const tab = tabs.find((each) => each.name === name.replaceAll("''", "'"));
  if (tab === undefined) return toRejection(400, 'INVALID_ARGUMENT');
  const rows = tab.values.slice(Number(first) - 1, Number(last)).map(trimEnd);
  while (rows.at(-1)?.length === 0) rows.pop();
  return { status: 200, body: { range, majorDimension: 'ROWS', ...(rows.length > 0 && { values: rows }) } };
}

/** Drops empty cells at the end of a row, as the API does. */
function trimEnd(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
}
