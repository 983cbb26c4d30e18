/**
 * The copies of a Geocoder's runs, by town. They are never stored, but created from the originals during each
 * download.
 */
import type { FileReply } from '#contract/endpoint.ts';
import type { TownImages } from '#contract/image-shapes.ts';
import type { ListOptions } from '#server/db/list-page.ts';
import type { createPulledStream } from '#server/gateways/pulled-stream.ts';
import type { CopyMaker, SourceImage, Town } from '#server/jobs/engine-copies.ts';
import { AppError } from '../../app-error.ts';
import { type Context, withServices } from '../../context.ts';
import type { FileSource } from '../files/downloads.service.ts';
import type { Sign } from '../files/signing.service.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { FoundRun, RunsService } from '../runs/runs.service.ts';
import { findRunTown, listRunImages, listRunTowns, readRunTowns, type RunImageRow } from './copies.store.ts';
import { nameThumbnail } from './images.service.ts';

type CopiesContext = Pick<Context, 'db' | 'files' | 'pool'>;

interface CopiesOptions {
  copies: CopyMaker;
  createStream: typeof createPulledStream;
  runs: Pick<RunsService, 'findOwn' | 'noteDownload'>;
}

type Needs = CopiesContext & CopiesOptions;

export type CopiesService = ReturnType<typeof createCopies>;

const FIRST_COPIES = 200;
/** Chunk size of streams. */
const CHUNK_BYTES = 65_536;
/** Number of towns whose copies are named before yielding to the event loop. */
const TOWN_BATCH = 50;
const IMAGE_MISSING = 'An image of this run is no longer in the file store.';

export function createCopies(context: CopiesContext, options: CopiesOptions) {
  const needs = withServices(context, options);
  const { db, runs } = needs;
  return {
    /** Lists the towns of a run with the URLs of their copies. */
    async list(runId: number, page: ListOptions, sign: Sign) {
      return list(needs, { runId, images: await listRunImages(db, runId), sign }, page);
    },
    /** Lists the first towns, as many as have about `FIRST_COPIES` copies. */
    async listFirst(runId: number, sign: Sign) {
      const images = await listRunImages(db, runId);
      const towns = Math.max(1, Math.floor(FIRST_COPIES / Math.max(1, images.length)));
      return list(needs, { runId, images, sign }, { page: 1, per_page: towns });
    },
    sources: {
      copy: async (id, scope) => {
        const [runId, town, image] = id.split('-').map(Number);
        return openCopy(needs, await runs.findOwn(runId ?? 0, scope), { town, image });
      },
      copies: async (id, scope) => openZip(needs, await runs.findOwn(Number(id), scope)),
    } satisfies Record<'copy' | 'copies', FileSource>,
  };
}

interface Listing {
  runId: number;
  images: RunImageRow[];
  sign: Sign;
}

async function list({ db, copies }: Needs, { runId, images, sign }: Listing, page: ListOptions) {
  const { rows, meta } = await listRunTowns(db, runId, page);
  const files = images.map(({ name }) => name);
  const data = rows.map(({ position, label, town }): TownImages => {
    const names = copies.nameCopies(town as Town, files);
    return {
      city: label,
      images: images.map(({ position: image, upload_id: uploadId }, index) => ({
        name: names[index] ?? '',
        download_url: sign(nameCopy(runId, { town: position, image })),
        thumbnail_url: sign(nameThumbnail(uploadId)),
      })),
    };
  });
  return { data, meta };
}

/** The URL has a fixed name; the download has that of the copy. */
function nameCopy(runId: number, { town, image }: { town: number; image: number }) {
  return { kind: 'copy', id: `${runId}-${town}-${image}`, name: 'copy.jpg' } as const;
}

async function openCopy(
  needs: Needs,
  run: FoundRun,
  place: { town: number | undefined; image: number | undefined },
): Promise<FileReply> {
  const { db, copies } = needs;
  const [images, found] = await Promise.all([
    listRunImages(db, run.id),
    Number.isSafeInteger(place.town) ? findRunTown(db, run.id, place.town ?? 0) : undefined,
  ]);
  const image = images.find(({ position }) => position === place.image);
  if (found === undefined || image === undefined) throw new AppError('not_found');
  const town = found.town as Town;
  const names = copies.nameCopies(
    town,
    images.map(({ name }) => name),
  );
  const bytes = Buffer.concat(copies.makeCopy(await openOriginal(needs, image), town));
  return {
    name: names[images.indexOf(image)] ?? 'copy.jpg',
    type: 'image/jpeg',
    size: bytes.length,
    disposition: 'inline',
    headers: {},
    isSeekable: true,
    open: async (range) => {
      await needs.runs.noteDownload(run);
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return (async function* send() {
        yield part;
      })();
    },
  };
}

/** @throws AppError `not_found` if the store has lost it */
async function openOriginal({ files, pool }: Needs, image: RunImageRow): Promise<SourceImage> {
  const bytes = await readUpload(files, image).catch((error: unknown) => {
    const isAbsent = isStoreFault(error) && error.kind === 'absent';
    throw isAbsent ? new AppError('not_found', { message: IMAGE_MISSING, cause: error }) : error;
  });
  const opened = await pool.openImage({ image: { bytes, file: image.name } });
  if (opened === undefined) throw new Error('An image that was tagged before can no longer be tagged.');
  return opened;
}

async function openZip(needs: Needs, run: FoundRun): Promise<FileReply> {
  const { db, files } = needs;
  const size = run.output_bytes;
  const images = await listRunImages(db, run.id);
  if (size === null || images.length === 0 || run.kind !== 'save' || !run.state.startsWith('completed'))
    throw new AppError('not_found');
  // Missing files are reported before the first byte.
  for (const { storage_key: key } of images)
    if ((await files.stat(key)) === undefined) throw new AppError('not_found', { message: IMAGE_MISSING });
  return {
    name: `${run.name}.zip`,
    type: 'application/zip',
    size,
    disposition: 'attachment',
    isSeekable: false,
    open: async () => {
      await needs.runs.noteDownload(run);
      const chunks = joinSmall(packCopies(needs, { run, images, size }));
      return needs.createStream(
        () => chunks.next(),
        () => void chunks.return(undefined),
      );
    },
  };
}

interface Packing {
  run: FoundRun;
  images: RunImageRow[];
  /** Length of the zip, measured by the run. */
  size: number;
}

/** Keeps one original in memory at a time and streams its copies as they are made. */
async function* packCopies(needs: Needs, { run, images, size }: Packing): AsyncGenerator<Uint8Array, void> {
  const { db, copies } = needs;
  const zip = copies.createZip(run.finished_at ?? run.created_at);
  const names = await nameAll(needs, run.id, images);
  let sent = 0;
  for (const [index, image] of images.entries()) {
    const source = await openOriginal(needs, image);
    let at = 0;
    for await (const towns of readRunTowns(db, run.id)) {
      for (const { town } of towns as { town: Town }[]) {
        for (const chunk of zip.add(`${town.folder}/${names[at]?.[index]}`, copies.makeCopy(source, town))) {
          sent += chunk.length;
          yield chunk;
        }
        at += 1;
      }
    }
  }
  for (const chunk of zip.end()) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== size) throw new Error('The copies of a run have a different total size than measured.');
}

/** Joins small chunks to larger ones: a step of a stream takes longer than creating the head of a copy. */
async function* joinSmall(chunks: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  let small: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const isSmall = chunk.length < CHUNK_BYTES;
    if (isSmall) {
      small.push(chunk);
      bytes += chunk.length;
    }
    if (small.length > 0 && (!isSmall || bytes >= CHUNK_BYTES)) {
      yield Buffer.concat(small);
      [small, bytes] = [[], 0];
    }
    if (!isSmall) yield chunk;
  }
  if (small.length > 0) yield Buffer.concat(small);
}

/** @returns names of copies by town, then by image */
async function nameAll({ db, copies }: Pick<Needs, 'db' | 'copies'>, runId: number, images: RunImageRow[]) {
  const files = images.map(({ name }) => name);
  const names: string[][] = [];
  for await (const towns of readRunTowns(db, runId)) {
    for (const { town } of towns as { town: Town }[]) {
      names.push(copies.nameCopies(town, files));
      if (names.length % TOWN_BATCH === 0) await new Promise(setImmediate);
    }
  }
  return names;
}
