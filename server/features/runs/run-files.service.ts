/** The files of runs that can be downloaded: parts, links, skipped rows, samples and the zip of all. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileReply } from '#contract/endpoint.ts';
import type { FileKind } from '#contract/files.contract.ts';
import type { ZipEntry, zipFiles } from '#server/gateways/zip-of-files.ts';
import type { formatManifest } from '#server/jobs/engine-manifest.ts';
import { AppError } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { FileSource } from '../files/downloads.service.ts';
import { openStored, watchForCorrupt } from '../files/stored-file.service.ts';
import { writeImportGuide } from './import-guide.rules.ts';
import { nameZip } from './part-name.rules.ts';
import { checkHasFiles } from './retention.service.ts';
import { nameSample, nameSource } from './sample-page.rules.ts';
import { describeManifest } from './run-manifest.service.ts';
import type { SiteStylesService } from './site-styles.service.ts';
import { readReport } from './stored-report.rules.ts';
import { styleSample } from './styled-sample.rules.ts';
import { findOwnRun, findPart, listParts, noteDownload, type OwnRunRow, type PartRow } from './runs.store.ts';

/** Blocks scripts and requests of the sample. */
function samplePolicy(origins: readonly string[]): string {
  return [
    'sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline' https:",
    'img-src https: data:',
    'font-src https: data:',
    ["frame-ancestors 'self'", ...origins].join(' '),
  ].join('; ');
}

type RunFilesContext = Pick<Context, 'db' | 'files' | 'clock' | 'logError'>;

interface RunFilesOptions {
  zip: typeof zipFiles;
  formatManifest: typeof formatManifest;
  /** Version of the product, for manifests. */
  version: string;
  styles: SiteStylesService;
  /** Origins that may show samples in a frame, in addition to our own. */
  corsOrigins: readonly string[];
}

type Needs = RunFilesContext & RunFilesOptions;

type RunFileKind = Extract<FileKind, 'part' | 'sample' | 'source' | 'zip' | 'links' | 'skipped'>;

export function createRunFiles(
  context: RunFilesContext,
  options: RunFilesOptions,
): Readonly<Record<RunFileKind, FileSource>> {
  const needs = withServices(context, options);
  const open = (find: (needs: Needs, run: OwnRunRow, position: number) => Promise<FileReply>) =>
    (async (id, scope) => {
      const [runId = '', position = ''] = id.split('-');
      const run = await getRun(needs, runId, scope);
      checkHasFiles(run);
      return find(needs, run, Number(position));
    }) satisfies FileSource;
  return {
    part: open(openPart),
    sample: open(openSample),
    source: open(openSource),
    zip: open(openZip),
    // HTML from rows must not run on our own origin, so it is shown as text.
    links: open((_, run) =>
      openWhole(needs, run, { name: 'formed-links.html', type: 'text/plain; charset=utf-8' }),
    ),
    skipped: open((_, run) =>
      openWhole(needs, run, { name: 'skipped-rows.csv', type: 'text/csv; charset=utf-8' }),
    ),
  };
}

function openWhole(needs: Needs, run: OwnRunRow, file: { name: string; type: string }) {
  return openStored(needs, { key: `runs/${run.id}/${file.name}`, ...file });
}

async function getRun({ db }: Needs, id: string, scope: Scope): Promise<OwnRunRow> {
  const run = /^\d{1,9}$/.test(id) ? await findOwnRun(db, Number(id), { scope }) : undefined;
  if (run === undefined) throw new AppError('not_found');
  return run;
}

async function openPart(needs: Needs, run: OwnRunRow, position: number): Promise<FileReply> {
  const part = Number.isSafeInteger(position) ? await findPart(needs.db, run.id, position) : undefined;
  if (part === undefined) throw new AppError('not_found');
  const file = await openStored(needs, {
    key: part.storage_key,
    name: part.name,
    type: part.name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/xml',
    known: part,
  });
  return { ...file, open: noteFirst(needs, run, file.open) };
}

/** Records a download when bytes are sent, not for HEAD requests and 304 responses. */
function noteFirst({ db, clock }: Needs, run: OwnRunRow, open: FileReply['open']) {
  const noted: FileReply['open'] = async (range) => {
    const bytes = await open(range);
    // Downloads also work while the database is read-only; then the next one is recorded.
    if (run.downloaded_at === null) await noteDownload(db, run.id, clock()).catch(() => undefined);
    return bytes;
  };
  return noted;
}

/** Adds the styles of its site to the document, if they are known. */
async function openSample(needs: Needs, run: OwnRunRow, index: number): Promise<FileReply> {
  const name = nameSample(index);
  const file = await openStored(needs, {
    key: `runs/${run.id}/${name}`,
    name,
    type: 'text/html; charset=utf-8',
    disposition: 'inline',
    headers: { 'content-security-policy': samplePolicy(needs.corsOrigins) },
  });
  const address = readReport(run.report).samples[index]?.address ?? '';
  const found = await needs.styles.find(run, address);
  if (found === undefined) return file;
  const stored = await text(await file.open());
  const bytes = Buffer.from(styleSample(stored, found));
  return { ...file, size: bytes.length, isSeekable: false, open: async () => Readable.from([bytes]) };
}

async function openSource(needs: Needs, run: OwnRunRow, index: number): Promise<FileReply> {
  const name = nameSource(index);
  return openStored(needs, { key: `runs/${run.id}/${name}`, name, type: 'text/plain; charset=utf-8' });
}

async function openZip(needs: Needs, run: OwnRunRow): Promise<FileReply> {
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
    open: noteFirst(needs, run, async () =>
      watchForCorrupt(stream, needs.logError, `the download of all files of run ${run.id}`),
    ),
  };
}

async function listEntries(needs: Needs, run: OwnRunRow, parts: PartRow[]): Promise<ZipEntry[]> {
  const report = readReport(run.report);
  const entries: ZipEntry[] = parts.map((part) => ({ name: part.name, key: part.storage_key, known: part }));
  for (const [name, isThere] of [
    ['formed-links.html', report.has_links],
    ['skipped-rows.csv', report.has_skipped_rows],
  ] as const) {
    const key = `runs/${run.id}/${name}`;
    if (isThere) entries.push({ name, key });
  }
  const manifest = needs.formatManifest(await describeManifest(needs.db, run, parts), needs.version);
  entries.push(
    { name: 'manifest.json', text: manifest },
    {
      name: 'IMPORT.md',
      text: writeImportGuide({
        title: run.title,
        type: run.project_type,
        parts,
        selectors: report.selectors ?? [],
        featuredImages: report.featured_images,
        typeNotice: report.problems.find(({ code }) => code === 'unregistered-type')?.text,
        skipped: run.skipped,
      }),
    },
  );
  return entries;
}
