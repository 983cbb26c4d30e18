/**
 * Google Sheets on loopback: URLs of shared and published sheets, their redirect to the download host, and Google's
 * failures.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { makeTrouble, type Trouble } from './google-sheets-troubles.ts';
import { type Loopback, listenOnLoopback } from './loopback.ts';

interface SimulatedTab {
  gid: string;
  name?: string;
  csv: string;
}

interface SimulatedSheet {
  title: string;
  tabs: SimulatedTab[];
  /** Fault to simulate. */
  trouble?: Trouble;
}

/** Its base replaces https://docs.google.com. */
export interface GoogleSheets extends Loopback {
  /** Method and URL of all requests, in order. */
  requests: string[];
  /** Adds a sheet. @returns the link that a browser shows for it */
  share(sheet: SimulatedSheet): string;
  /** Adds a sheet with "Publish to the web". */
  publish(sheet: SimulatedSheet): string;
}

const REAL = 'https://docs.google.com';
const DOWNLOAD = '/download/';

/**
 * Starts the simulator on loopback.
 * @param port 0 for a free one
 */
export async function startGoogleSheets(port = 0): Promise<GoogleSheets> {
  const sheets = new Map<string, SimulatedSheet>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    reply(request, response, sheets);
  });
  const keep = (id: string, sheet: SimulatedSheet) => {
    sheets.set(id, sheet);
    return id;
  };
  return {
    ...(await listenOnLoopback(server, port)),
    requests,
    share: (sheet) => `${REAL}/spreadsheets/d/${keep(newId('1', sheets.size, 44), sheet)}/edit?usp=sharing`,
    publish: (sheet) =>
      `${REAL}/spreadsheets/d/e/${keep(newId('2PACX-1v', sheets.size, 86), sheet)}/pub?output=csv`,
  };
}

/** Creates an id with the length of a real one. */
function newId(start: string, number: number, length: number): string {
  return `${start}Sim_${String(number).padStart(4, '0')}-`.padEnd(length, 'aBcD3fGh');
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  sheets: Map<string, SimulatedSheet>,
): void {
  const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const [, id = '', verb = ''] =
    /^\/spreadsheets\/d\/(?:e\/)?([A-Za-z0-9_-]+)\/(export|pub|gviz\/tq)$/.exec(address.pathname) ?? [];
  const isDownload = address.pathname.startsWith(DOWNLOAD);
  const sheet = sheets.get(isDownload ? address.pathname.slice(DOWNLOAD.length) : id);
  if (sheet === undefined)
    return sendPage(response, 404, 'Sorry, the file you have requested does not exist.');
  if (sheet.trouble !== undefined) return makeTrouble(sheet.trouble, response, address);
  const tab = findTab(sheet, address.searchParams);
  if (tab === undefined) return sendPage(response, 400, 'Sorry, unable to open the file at this time.');
  if (verb !== 'export') return sendCsv(response, sheet, tab);
  // Google sends the file from another host, whose name changes.
  response.writeHead(307, { location: `${address.origin}${DOWNLOAD}${id}?gid=${tab.gid}` }).end();
}

function findTab({ tabs }: SimulatedSheet, query: URLSearchParams): SimulatedTab | undefined {
  const name = query.get('sheet');
  if (name !== null) return tabs.find((tab) => tab.name === name);
  const gid = query.get('gid');
  return gid === null ? tabs[0] : tabs.find((tab) => tab.gid === gid);
}

function sendCsv(
  response: ServerResponse,
  { title }: SimulatedSheet,
  { csv, name = 'Sheet1' }: SimulatedTab,
): void {
  const file = `${title} - ${name}.csv`;
  response.writeHead(200, {
    'content-type': 'text/csv',
    'content-disposition': `attachment; filename="${file.replace(/[^\w.-]/g, '')}"; filename*=UTF-8''${encodeURIComponent(file)}`,
  });
  response.end(csv);
}

function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!DOCTYPE html><html><body><p>${text}</p></body></html>`);
}
