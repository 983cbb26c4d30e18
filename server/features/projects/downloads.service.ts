/** Files by signed addresses: parts, links, lost rows, samples, the zip of a run, seeds and sheets. */
import type { FileAnswer } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { ZipEntry, zipFiles } from '#server/gateways/zip-of-files.ts';
import type { formatManifest } from '#server/jobs/engine-manifest.ts';
import { AppError } from '../../app-error.ts';
import { writeImportGuide } from './import-guide.rules.ts';
import { nameZip } from './part-name.rules.ts';
import { isOwnerActive } from './projects.store.ts';
import { type FileKind, isAddressGood, signAddress } from './signed-address.rules.ts';
import type { RunReport, Sign } from './run-answer.rules.ts';
import { nameSample, nameSource } from './sample-page.rules.ts';
import { describeManifest } from './run-manifest.service.ts';
import { findOwnRun, findPart, listParts, noteDownload, type OwnRunRow, type PartRow } from './runs.store.ts';
import { findUpload } from './uploads.store.ts';

/** Nothing in a seed may run, and nothing of it may be sent anywhere. */
const SAMPLE_POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline' https:",
  'img-src https: data:',
  'font-src https: data:',
  "frame-ancestors 'self'",
].join('; ');

const LOST = 'This file is not in the store of the files any more.';

export interface DownloadsNeeds {
  db: Db;
  files: Files;
  zip: typeof zipFiles;
  formatManifest: typeof formatManifest;
  secret: string;
  version: string;
  clock: () => Date;
}

export interface DownloadsService {
  signFor(owner: number): Sign;
  download(input: DownloadInput): Promise<FileAnswer>;
}

export interface DownloadInput {
  params: { kind: FileKind; id: string; name: string };
  query: { owner: number; expires: number; signature: string };
}

export function createDownloads(needs: DownloadsNeeds): DownloadsService {
  return {
    signFor: (owner) => (file) => signAddress(needs.secret, file, { owner, now: needs.clock() }),
    download: (input) => download(needs, input),
  };
}

async function download(needs: DownloadsNeeds, input: DownloadInput): Promise<FileAnswer> {
  const { params, query } = input;
  if (!isAddressGood(needs.secret, params, { ...query, now: needs.clock() })) {
    throw new AppError('forbidden', { message: 'This address is no longer valid. Open the page again.' });
  }
  if (!(await isOwnerActive(needs.db, query.owner))) throw new AppError('not_found');
  const { kind, id } = params;
  const [runId = '', position = ''] = id.split('-');
  switch (kind) {
    case 'seed':
    case 'sheet':
      return openUpload(needs, id, query.owner);
    case 'part':
      return openPart(needs, await getRun(needs, runId, query.owner), Number(position));
    case 'sample':
      return openSample(needs, await getRun(needs, runId, query.owner), Number(position));
    case 'source':
      return openSource(needs, await getRun(needs, runId, query.owner), Number(position));
    case 'zip':
      return openZip(needs, await getRun(needs, runId, query.owner));
    case 'links':
    case 'lost': {
      const run = await getRun(needs, runId, query.owner);
      const name = kind === 'links' ? 'formed-links.html' : 'lost-rows.csv';
      // HTML of rows is for a footer, not for our own origin: it is shown as text.
      const type = kind === 'links' ? 'text/plain; charset=utf-8' : 'text/csv; charset=utf-8';
      return openStored(needs, { key: `runs/${run.id}/${name}`, name, type });
    }
  }
}

/** The owner is asked for again at each use: what was deleted is gone at once. */
async function getRun({ db }: DownloadsNeeds, id: string, owner: number): Promise<OwnRunRow> {
  const run = /^\d{1,9}$/.test(id) ? await findOwnRun(db, Number(id), { userId: owner }) : undefined;
  if (run === undefined) throw new AppError('not_found');
  return run;
}

interface StoredFile {
  key: string;
  name: string;
  type: string;
  disposition?: FileAnswer['disposition'];
  headers?: Record<string, string>;
  /** As they were when the file was stored. */
  known?: { size: number; sha256: string };
}

async function openStored({ files }: DownloadsNeeds, file: StoredFile): Promise<FileAnswer> {
  const { key, name, type, disposition = 'attachment', headers = {}, known } = file;
  const found = await files.stat(key);
  if (found === undefined) throw new AppError('not_found', { message: LOST });
  return {
    name,
    type,
    size: found.size,
    disposition,
    headers,
    // A file that was cut short is another one: a download of the whole must not be gone on with by it.
    ...(known?.size === found.size ? { sha256: known.sha256 } : {}),
    isSeekable: true,
    open: (range) => files.open(key, range),
  };
}

async function openUpload(needs: DownloadsNeeds, id: string, owner: number): Promise<FileAnswer> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const upload = isId ? await findUpload(needs.db, id, owner) : undefined;
  if (upload === undefined) throw new AppError('not_found');
  const type = upload.kind === 'seed' ? 'application/xml' : 'text/csv; charset=utf-8';
  return openStored(needs, { key: upload.storage_key, name: upload.name, type, known: upload });
}

async function openPart(needs: DownloadsNeeds, run: OwnRunRow, position: number): Promise<FileAnswer> {
  const part = Number.isSafeInteger(position) ? await findPart(needs.db, run.id, position) : undefined;
  if (part === undefined) throw new AppError('not_found');
  const file = await openStored(needs, {
    key: part.storage_key,
    name: part.name,
    type: 'application/xml',
    known: part,
  });
  return { ...file, open: noteFirst(needs, run, file.open) };
}

/** Only bytes that leave are a download: a head alone, or an answer that nothing has changed, is none. */
function noteFirst({ db, clock }: DownloadsNeeds, run: OwnRunRow, open: FileAnswer['open']) {
  const noted: FileAnswer['open'] = async (range) => {
    const bytes = await open(range);
    // Files leave also while nothing can be written; then the next download is noted.
    if (run.downloaded_at === null) await noteDownload(db, run.id, clock()).catch(() => undefined);
    return bytes;
  };
  return noted;
}

async function openSample(needs: DownloadsNeeds, run: OwnRunRow, index: number): Promise<FileAnswer> {
  const name = nameSample(index);
  return openStored(needs, {
    key: `runs/${run.id}/${name}`,
    name,
    type: 'text/html; charset=utf-8',
    disposition: 'inline',
    headers: { 'content-security-policy': SAMPLE_POLICY },
  });
}

async function openSource(needs: DownloadsNeeds, run: OwnRunRow, index: number): Promise<FileAnswer> {
  const name = nameSource(index);
  return openStored(needs, { key: `runs/${run.id}/${name}`, name, type: 'text/plain; charset=utf-8' });
}

async function openZip(needs: DownloadsNeeds, run: OwnRunRow): Promise<FileAnswer> {
  const parts = await listParts(needs.db, run.id);
  if (parts.length === 0) throw new AppError('not_found');
  const modified = run.finished_at ?? run.created_at;
  const { length, stream } = await needs.zip(needs.files, await listEntries(needs, run, parts), { modified });
  return {
    name: nameZip(parts),
    type: 'application/zip',
    size: length,
    disposition: 'attachment',
    isSeekable: false,
    open: noteFirst(needs, run, async () => stream),
  };
}

async function listEntries(needs: DownloadsNeeds, run: OwnRunRow, parts: PartRow[]): Promise<ZipEntry[]> {
  const report = run.report as RunReport | null;
  const entries: ZipEntry[] = parts.map(({ name, storage_key: key, size }) => ({ name, key, size }));
  for (const [name, isThere] of [
    ['formed-links.html', report?.has_links],
    ['lost-rows.csv', report?.has_lost_rows],
  ] as const) {
    const key = `runs/${run.id}/${name}`;
    if (isThere === true) entries.push({ name, key });
  }
  const manifest = needs.formatManifest(await describeManifest(needs.db, run, parts), needs.version);
  entries.push(
    { name: 'manifest.json', text: manifest },
    { name: 'IMPORT.md', text: writeImportGuide({ title: run.title, parts, lost: run.lost }) },
  );
  return entries;
}
