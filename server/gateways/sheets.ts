/**
 * Fetches a public Google Sheet as CSV. Google reports failures in many ways; each is mapped to a message
 * that says what to change.
 */
import { SHEET_BYTES } from '#contract/limits.ts';
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';
import type { GuardedFetch, GuardedReply } from './guarded-fetch.ts';
import { OutboundError, type OutboundReason } from './outbound-error.ts';
import { SHEET_FAULTS, type SheetFaultCode, type SheetLink } from './sheet-link.ts';

const MAX_NAME = 200;

const KINDS: Partial<Record<SheetFaultCode, GatewayErrorKind>> = {
  'sheet-not-public': 'unauthorized',
  'sheet-not-connected': 'unauthorized',
  'sheet-not-permitted': 'unauthorized',
  'sheet-connection-revoked': 'unauthorized',
  'sheet-download-disabled': 'unauthorized',
  'sheet-limited': 'limited',
  'sheet-too-slow': 'down',
  'sheet-unreachable': 'down',
  'sheet-not-csv': 'down',
};

/** The message is for users; callers compare the fault. */
export class SheetError extends GatewayError {
  readonly fault: SheetFaultCode;

  constructor(code: SheetFaultCode, cause?: unknown) {
    super(SHEET_FAULTS[code], { service: 'sheets', kind: KINDS[code] ?? 'rejected', cause });
    this.name = 'SheetError';
    this.fault = code;
  }
}

export interface FetchedSheet {
  bytes: Uint8Array;
  /** File name from Google, for display only. */
  name: string;
  /** Notice for the user although the fetch succeeded. */
  notice?: string;
}

export interface Sheets {
  /**
   *
   * @throws SheetError, or the reason of `signal` if it was aborted
   */
  fetchCsv(link: SheetLink, signal?: AbortSignal): Promise<FetchedSheet>;
}

interface SheetsOptions {
  /** `https://docs.google.com`, or the simulator of a test. */
  base: string;
  /** Must have `base` among its configured URLs unless it is on the public internet. */
  fetch: GuardedFetch;
}

const NAMED_TAB_NOTICE =
  'The link names its tab by name. Google then guesses one type for each column and may leave cells of another type empty. Open the tab in your browser and use its URL, which ends in gid= and a number.';

/** Creates the gateway to Google Sheets. */
export function createSheets({ base, fetch }: SheetsOptions): Sheets {
  const home = new URL(base);
  const ask = async (path: string, signal: AbortSignal | undefined): Promise<GuardedReply> => {
    const address = new URL(`${home.pathname.replace(/\/$/, '')}${path}`, home);
    try {
      return await fetch(address.href, {
        types: ['text/csv', 'text/html'],
        maxBytes: SHEET_BYTES,
        isAllowed: (hop) => isAllowed(hop, home),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      throw error instanceof OutboundError ? toSheetError(error) : error;
    }
  };

  return {
    fetchCsv: async (link, signal) => {
      // A published document may begin with any tab; a shared sheet begins with tab 0.
      const gid = link.gid ?? (link.kind === 'published' ? undefined : '0');
      let reply = await ask(toPath(link, gid), signal);
      // Tab 0 may have been deleted; the first tab then has another id.
      if (link.tab === undefined && gid === '0' && isTabMissing(reply))
        reply = await ask(toPath(link), signal);
      checkReply(reply, link);
      const notice = link.tab === undefined ? {} : { notice: NAMED_TAB_NOTICE };
      return { bytes: reply.bytes, name: getFileName(reply), ...notice };
    },
  };
}

function toPath({ kind, id, tab }: SheetLink, gid?: string): string {
  const folder = kind === 'published' ? `/spreadsheets/d/e/${id}` : `/spreadsheets/d/${id}`;
  const number = gid === undefined ? '' : `&gid=${gid}`;
  if (kind === 'published')
    return `${folder}/pub?output=csv${number}${gid === undefined ? '' : '&single=true'}`;
  if (tab !== undefined) return `${folder}/gviz/tq?tqx=out:csv&headers=1&sheet=${encodeURIComponent(tab)}`;
  return `${folder}/export?format=csv${number}`;
}

/** Allows the base and the hosts from which Google serves files. */
function isAllowed(hop: URL, home: URL): boolean {
  if (hop.origin === home.origin) return true;
  return hop.protocol === 'https:' && hop.port === '' && hop.hostname.endsWith('.googleusercontent.com');
}

function isTabMissing({ status }: GuardedReply): boolean {
  return status === 400 || status === 404;
}

function checkReply(reply: GuardedReply, link: SheetLink): void {
  const { status, type } = reply;
  const isPage = type === 'text/html' || beginsLikePage(reply.bytes);
  if (status === 429) throw new SheetError('sheet-limited');
  if (status === 413) throw new SheetError('sheet-too-large');
  if (status === 404 || status === 410) throw new SheetError('sheet-missing');
  if (status === 400) {
    const hasTab = link.tab !== undefined || (link.gid ?? '0') !== '0';
    throw new SheetError(hasTab ? 'sheet-tab-missing' : 'sheet-missing');
  }
  if (status >= 500) throw new SheetError('sheet-unreachable');
  if (isPage || status === 401 || status === 403) {
    throw new SheetError(mentionsDownload(reply) ? 'sheet-download-disabled' : 'sheet-not-public');
  }
  if (status !== 200 || type !== 'text/csv') throw new SheetError('sheet-not-csv');
}

function beginsLikePage(bytes: Uint8Array): boolean {
  return /^\s*<(!do|html)/i.test(
    Buffer.from(bytes.subarray(0, 64))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  );
}

/** True for a page about downloading that doesn't ask to sign in. */
function mentionsDownload({ bytes }: GuardedReply): boolean {
  const page = Buffer.from(bytes.subarray(0, 65_536)).toString('latin1');
  return /download/i.test(page) && !/ServiceLogin|accounts\.google\.com|sign in/i.test(page);
}

const BY_REASON: Record<OutboundReason, SheetFaultCode> = {
  address: 'sheet-not-csv',
  redirects: 'sheet-not-csv',
  type: 'sheet-not-csv',
  size: 'sheet-too-large',
  time: 'sheet-too-slow',
  broken: 'sheet-unreachable',
};

function toSheetError(error: OutboundError): SheetError {
  // Google usually denies access by redirecting to its sign-in page, which isn't followed.
  const isSignIn = error.reason === 'address' && error.host === 'accounts.google.com';
  return new SheetError(isSignIn ? 'sheet-not-public' : BY_REASON[error.reason], error);
}

function getFileName({ headers }: GuardedReply): string {
  const disposition = headers['content-disposition'] ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
  const name = decode(encoded) ?? plain ?? '';
  const printable = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, ' ').trim();
  return printable === '' ? 'Google Sheet.csv' : [...printable].slice(0, MAX_NAME).join('');
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
