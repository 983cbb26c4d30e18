/**
 * The copies of a Geocoder's runs: listed by town, and made of the originals while somebody downloads one of them or
 * all. None is ever stored.
 */
import type { FileAnswer, ListMeta } from '#contract/endpoint.ts';
import type { TownImages } from '#contract/image-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { ListOptions } from '#server/db/list-page.ts';
import type { Files } from '#server/gateways/files.ts';
import type { createPulledStream } from '#server/gateways/pulled-stream.ts';
import type { CopyMaker, SourceImage, Town } from '#server/jobs/engine-copies.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import { AppError } from '../../app-error.ts';
import type { FileSource } from '../files/downloads.service.ts';
import type { Sign } from '../files/signing.service.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { FoundRun, RunsService } from '../runs/runs.service.ts';
import { findRunTown, listRunImages, listRunTowns, readRunTowns, type RunImageRow } from './copies.store.ts';
import { nameThumbnail } from './images.service.ts';

export interface CopiesNeeds {
  db: Db;
  files: Files;
  copies: CopyMaker;
  pool: Pick<EnginePool, 'openImage'>;
  createStream: typeof createPulledStream;
  runs: Pick<RunsService, 'findOwn' | 'noteDownload'>;
}

export interface CopiesService {
  /** Towns of a run with the addresses of their copies. */
  list(runId: number, wishes: ListOptions, sign: Sign): Promise<{ data: TownImages[]; meta: ListMeta }>;
  /** The towns that a page begins with: so many that they have about 200 copies. */
  listFirst(runId: number, sign: Sign): Promise<{ data: TownImages[]; meta: ListMeta }>;
  sources: Readonly<Record<'copy' | 'copies', FileSource>>;
}

const FIRST_COPIES = 200;
/** As much as a stream takes at once. */
const STEP_BYTES = 65_536;
/** Names of so many towns are made before others have their turn. */
const TOWNS_AT_ONCE = 50;
const LOST = 'An image of this run is no longer in the file store.';

export function createCopies(needs: CopiesNeeds): CopiesService {
  return {
    list: async (runId, wishes, sign) => {
      const images = await listRunImages(needs.db, runId);
      return list(needs, { runId, images, sign }, wishes);
    },
    listFirst: async (runId, sign) => {
      const images = await listRunImages(needs.db, runId);
      const towns = Math.max(1, Math.floor(FIRST_COPIES / Math.max(1, images.length)));
      return list(needs, { runId, images, sign }, { page: 1, per_page: towns });
    },
    sources: {
      copy: async (id, scope) => {
        const [runId, town, image] = id.split('-').map(Number);
        return openCopy(needs, await needs.runs.findOwn(runId ?? 0, scope), { town, image });
      },
      copies: async (id, scope) => openZip(needs, await needs.runs.findOwn(Number(id), scope)),
    },
  };
}

interface Listing {
  runId: number;
  images: RunImageRow[];
  sign: Sign;
}

async function list({ db, copies }: CopiesNeeds, { runId, images, sign }: Listing, wishes: ListOptions) {
  const { rows, meta } = await listRunTowns(db, runId, wishes);
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

/** The address of a copy; its own name comes with its bytes. */
function nameCopy(runId: number, { town, image }: { town: number; image: number }) {
  return { kind: 'copy', id: `${runId}-${town}-${image}`, name: 'copy.jpg' } as const;
}

interface Place {
  town: number | undefined;
  image: number | undefined;
}

async function openCopy(needs: CopiesNeeds, run: FoundRun, place: Place): Promise<FileAnswer> {
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
      return oneAfterAnother([part]);
    },
  };
}

async function* oneAfterAnother(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield part;
}

/** @throws AppError `not_found` where the store has lost it, or has other bytes */
async function openOriginal({ files, pool }: CopiesNeeds, image: RunImageRow): Promise<SourceImage> {
  const bytes = await readUpload(files, image).catch((error: unknown) => {
    const isAbsent = isStoreFault(error) && error.kind === 'absent';
    throw isAbsent ? new AppError('not_found', { message: LOST, cause: error }) : error;
  });
  const opened = await pool.openImage({ image: { bytes, file: image.name } });
  if (opened === undefined) throw new Error('An image that was tagged before can no longer be tagged.');
  return opened;
}

async function openZip(needs: CopiesNeeds, run: FoundRun): Promise<FileAnswer> {
  const { db, files } = needs;
  const size = run.output_bytes;
  const images = await listRunImages(db, run.id);
  if (size === null || images.length === 0 || run.kind !== 'save' || !run.state.startsWith('completed'))
    throw new AppError('not_found');
  // What is known to be missing is said before the first byte.
  for (const { storage_key: key } of images)
    if ((await files.stat(key)) === undefined) throw new AppError('not_found', { message: LOST });
  return {
    name: `${run.name}.zip`,
    type: 'application/zip',
    size,
    disposition: 'attachment',
    isSeekable: false,
    open: async () => {
      await needs.runs.noteDownload(run);
      const pieces = joinSmall(packCopies(needs, { run, images, size }));
      return needs.createStream(
        () => pieces.next(),
        () => void pieces.return(undefined),
      );
    },
  };
}

interface Packing {
  run: FoundRun;
  images: RunImageRow[];
  /** Length of the zip as the run has measured it. */
  size: number;
}

/** One original after another is in memory; the copies of it go out as they are made. */
async function* packCopies(
  needs: CopiesNeeds,
  { run, images, size }: Packing,
): AsyncGenerator<Uint8Array, void> {
  const { db, copies } = needs;
  const zip = copies.createZip(run.finished_at ?? run.created_at);
  const names = await nameAll(needs, run.id, images);
  let sent = 0;
  for (const [index, image] of images.entries()) {
    const source = await openOriginal(needs, image);
    let at = 0;
    for await (const towns of readRunTowns(db, run.id)) {
      for (const { town } of towns as { town: Town }[]) {
        for (const piece of zip.add(`${town.folder}/${names[at]?.[index]}`, copies.makeCopy(source, town))) {
          sent += piece.length;
          yield piece;
        }
        at += 1;
      }
    }
  }
  for (const piece of zip.end()) {
    sent += piece.length;
    yield piece;
  }
  if (sent !== size) throw new Error('The copies of a run have another size than they had.');
}

/** Heads of copies go out several at once: each step of a stream takes longer than making one. */
async function* joinSmall(pieces: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  let small: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const isSmall = piece.length < STEP_BYTES;
    if (isSmall) {
      small.push(piece);
      bytes += piece.length;
    }
    if (small.length > 0 && (!isSmall || bytes >= STEP_BYTES)) {
      yield Buffer.concat(small);
      [small, bytes] = [[], 0];
    }
    if (!isSmall) yield piece;
  }
  if (small.length > 0) yield Buffer.concat(small);
}

/** @returns names of copies by town, then by image */
async function nameAll(needs: Pick<CopiesNeeds, 'db' | 'copies'>, runId: number, images: RunImageRow[]) {
  const files = images.map(({ name }) => name);
  const names: string[][] = [];
  for await (const towns of readRunTowns(needs.db, runId)) {
    for (const { town } of towns as { town: Town }[]) {
      names.push(needs.copies.nameCopies(town, files));
      if (names.length % TOWNS_AT_ONCE === 0) await new Promise(setImmediate);
    }
  }
  return names;
}
