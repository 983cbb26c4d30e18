/**
 * Parses links to Google Sheets in the forms that users paste. The URL to fetch is built only from the parsed
 * ids, so nothing else of the link is sent. Forms: format reference, section 5.
 */

/** Parts of a link to a sheet. */
export interface SheetLink {
  /** `published`: has the long id of "Publish to the web", with another URL. */
  kind: 'shared' | 'published';
  id: string;
  /** Id of the tab; absent if the link has none. */
  gid?: string;
  /** Name of the tab, in links that have it instead of its id. */
  tab?: string;
}

export type SheetFaultCode =
  | 'sheet-link-unknown'
  | 'sheet-link-incomplete'
  | 'sheet-is-a-file'
  | 'sheet-not-public'
  | 'sheet-not-connected'
  | 'sheet-not-permitted'
  | 'sheet-connection-revoked'
  | 'sheet-download-disabled'
  | 'sheet-missing'
  | 'sheet-tab-missing'
  | 'sheet-not-csv'
  | 'sheet-too-large'
  | 'sheet-too-slow'
  | 'sheet-limited'
  | 'sheet-unreachable';

/** Message for a sheet that can't be fetched: the cause, and what to do. */
export const SHEET_FAULTS: Record<SheetFaultCode, string> = {
  'sheet-link-unknown':
    'This isn’t a link to a Google Sheet. Open the sheet in your browser and copy its URL, which begins with https://docs.google.com/spreadsheets/, or paste the data.',
  'sheet-link-incomplete':
    'This link to a Google Sheet is incomplete: its id is too short. Open the sheet in your browser and copy its whole URL, or paste the data.',
  'sheet-is-a-file':
    'This link leads to an uploaded Excel file, not to a Google Sheet. In Google Sheets, choose File > Save as Google Sheets and use the link of that sheet, or drop the file here.',
  'sheet-not-public': "The sheet isn’t public. Share it as 'Anyone with the link: Viewer' or paste the data.",
  'sheet-not-connected':
    "The sheet isn’t public. Share it as 'Anyone with the link: Viewer', let Geoloom read your private sheets under Integrations, or paste the data.",
  'sheet-not-permitted':
    'The sheet isn’t public, and the Google account that you connected doesn’t have access to it. Ask its owner to share it with that account, or paste the data.',
  'sheet-connection-revoked':
    'The sheet isn’t public, and Google no longer accepts your connection. Connect Google again under Integrations, or paste the data.',
  'sheet-download-disabled':
    "The owner of the sheet doesn’t let viewers download it. In its sharing settings, check 'Viewers and commenters can see the option to download, print and copy', or paste the data.",
  'sheet-missing':
    'We couldn’t find that sheet. It may have been deleted, or the link may be incomplete. Copy the sheet’s URL again, or paste the data.',
  'sheet-tab-missing':
    'The sheet doesn’t have that tab. Open the tab in your browser and copy the URL again, or paste the data.',
  'sheet-not-csv': 'Google returned something other than the sheet’s data. Try again, or paste the data.',
  'sheet-too-large': 'The sheet is larger than 32 MiB as CSV. Split it into smaller sheets.',
  'sheet-too-slow': 'Google didn’t send the sheet in time. Try again in a moment, or paste the data.',
  'sheet-limited': 'Google is limiting our requests. Try again in a minute, or paste the data.',
  'sheet-unreachable': 'Google isn’t responding. Try again in a moment, or paste the data.',
};

interface LinkFault {
  code: SheetFaultCode;
  text: string;
}

const ID = /^[A-Za-z0-9_-]{1,200}$/;
const MIN_ID_LENGTH = 20;
const PUBLISHED_ID = /^2PACX-[A-Za-z0-9_-]{20,200}$/;
/** Ids of native sheets have 44 characters; those of uploaded files have 33. */
const FILE_ID_LENGTH = 33;
const GID = /^\d{1,12}$/;
const MAX_LINK = 2048;
const MAX_TAB = 100;

/**
 * Parses a link.
 * @param text the pasted text
 * @returns the sheet, or the problem with a message for the user
 */
export function parseSheetLink(text: string): { link: SheetLink } | { fault: LinkFault } {
  const trimmed = text.trim();
  const address = trimmed.length > MAX_LINK ? null : URL.parse(trimmed);
  const found = address === null || !isGoogle(trimmed, address) ? undefined : findSheet(address);
  if (address === null || found === undefined) return { fault: toFault('sheet-link-unknown') };
  if (found.id.length < MIN_ID_LENGTH) return { fault: toFault('sheet-link-incomplete') };
  if (found.kind === 'shared' && found.id.length === FILE_ID_LENGTH) {
    return { fault: toFault('sheet-is-a-file') };
  }
  return { link: { ...found, ...findTab(address) } };
}

function toFault(code: SheetFaultCode): LinkFault {
  return { code, text: SHEET_FAULTS[code] };
}

/** Checks the text itself as well, because the URL parser ignores tabs and accepts backslashes. */
function isGoogle(text: string, address: URL): boolean {
  return (
    /^https:\/\/(docs|drive)\.google\.com(:443)?\//i.test(text) &&
    /^(docs|drive)\.google\.com$/.test(address.hostname) &&
    address.protocol === 'https:' &&
    address.username === '' &&
    !/[\s\\]/.test(text)
  );
}

function findSheet(address: URL): { kind: SheetLink['kind']; id: string } | undefined {
  const parts = address.pathname.split('/').slice(1);
  if (address.hostname === 'drive.google.com') {
    const id = parts[0] === 'file' && parts[1] === 'd' ? parts[2] : findOpenId(address, parts);
    return asShared(id);
  }
  // An account (`u/0`) or a company domain (`a/example.com`) may come in between.
  if (parts[0] === 'a') parts.splice(0, 2);
  if (parts[0] !== 'spreadsheets') return undefined;
  if (parts[1] === 'u') parts.splice(1, 2);
  if (parts[1] !== 'd') return undefined;
  if (parts[2] !== 'e') return asShared(parts[2]);
  const id = parts[3] ?? '';
  return PUBLISHED_ID.test(id) ? { kind: 'published', id } : undefined;
}

function findOpenId(address: URL, [first]: string[]): string | undefined {
  return first === 'open' || first === 'uc' ? (address.searchParams.get('id') ?? undefined) : undefined;
}

function asShared(id = ''): { kind: 'shared'; id: string } | undefined {
  return ID.test(id) ? { kind: 'shared', id } : undefined;
}

/** The fragment has the tab that was open when the URL was copied, so it takes precedence. */
function findTab({ hash, searchParams }: URL): { gid?: string; tab?: string } {
  const inHash = new URLSearchParams(hash.slice(1)).get('gid');
  for (const gid of [inHash, searchParams.get('gid')]) {
    if (gid !== null && GID.test(gid)) return { gid };
  }
  const tab = searchParams.get('sheet')?.trim() ?? '';
  return tab === '' || tab.length > MAX_TAB ? {} : { tab };
}
