/**
 * Executes the run of a Geocoder: reads its towns, creates the copies of each image once to measure them, and
 * verifies one of each. Only images and towns are stored; each download creates the copies again.
 */
import type { WireProblem } from '#contract/envelope.ts';
import type { Trx } from '#server/db/open.ts';
import type { CopyMaker, Town } from '#server/jobs/engine-copies.ts';
import type { MeasureResult, RunResult, RunProgress, TownsResult } from '#server/jobs/engine-pool.ts';
import { type Context, withServices } from '../../context.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import { insertRunTowns, listRunImages, type RunImageRow } from './copies.store.ts';

type Needs = Pick<Context, 'db' | 'files' | 'pool'> & { copies: CopyMaker };

interface TaggingJob {
  run: { id: number; kind: 'save' | 'test'; sheet_name: string; file_name: string; caption: string };
  /** User whose share of the engine threads is used. */
  userId: number;
  sheet: Uint8Array;
  /** Empty scratch folder. */
  folder: string;
  signal: AbortSignal;
  onProgress(progress: RunProgress): void;
}

export interface Tagged {
  result: RunResult;
  /** Only for a test. */
  samples: CopySample[];
  /** Undefined if any copy failed. */
  copies: Copies | undefined;
}

interface Copies {
  towns: Town[];
  /** Total of all copies. */
  bytes: number;
  /** Exact length of the zip of all copies; null for a test. */
  zipBytes: number | null;
}

/** A sample copy of a test, as stored in the report. */
export interface CopySample {
  row: number;
  why: 'first' | 'longest' | 'special';
  title: string;
  address: string;
  description: string;
  /** Tags, read back from the copy. */
  source: string;
  copy: { town: number; image: number };
}

/** Number of towns whose copies are named before yielding to the event loop. */
const TOWN_BATCH = 50;

export type TaggingService = ReturnType<typeof createTagging>;

export function createTagging(context: Pick<Context, 'db' | 'files' | 'pool'>, copies: CopyMaker) {
  const needs = withServices(context, { copies });
  return {
    tag: (job: TaggingJob) => tag(needs, job),
    /** Stores the towns of the copies. */
    keep: (trx: Trx, runId: number, { towns }: Copies) => insertRunTowns(trx, runId, towns),
  };
}

async function tag(needs: Needs, job: TaggingJob): Promise<Tagged> {
  const { run, userId, folder, signal } = job;
  const images = await listRunImages(needs.db, run.id);
  const isTest = run.kind === 'test';
  const { file_name: fileName, caption } = run;
  const sheet = { bytes: job.sheet, file: run.sheet_name };
  const question = { userId, sheet, images: images.length, fileName, caption, isTest, folder };
  const plan = await needs.pool.towns(question, signal);
  if (plan.isRefused) return describe(plan);
  const measured = await measureAll(needs, job, { plan, images });
  if (measured.problems.some(({ severity }) => severity !== 'notice')) return describe(plan, measured);
  const { skippedRowsFile: file } = plan;
  if (file !== undefined) await needs.files.publish(`runs/${run.id}/${file}`, `${folder}/${file}`);
  const zipBytes = isTest ? null : await measureZip(needs, { plan, images }, measured.sizes);
  const copies = { towns: plan.towns, bytes: measured.bytes, zipBytes };
  return describe(plan, measured, copies);
}

interface Planned {
  plan: TownsResult;
  images: RunImageRow[];
}

interface Measured {
  /** Sizes of the copies, by image and then by town. */
  sizes: number[][];
  copies: number;
  bytes: number;
  problems: WireProblem[];
  samples: CopySample[];
}

/** A test uses the images in turn, one per town. */
function pickTowns({ plan, images }: Planned, index: number): Town[] {
  return plan.towns.filter((_, at) => at % images.length === index);
}

async function measureAll(needs: Needs, job: TaggingJob, planned: Planned): Promise<Measured> {
  const { run, userId, signal, onProgress } = job;
  const { plan, images } = planned;
  const isTest = run.kind === 'test';
  const total = isTest ? plan.towns.length : plan.towns.length * images.length;
  const measured: Measured = { sizes: [], copies: 0, bytes: 0, problems: [], samples: [] };
  const report = (imagesDone: number) => {
    const { copies: pagesDone, bytes: bytesWritten } = measured;
    const parts = { partsWritten: imagesDone, partsTotal: images.length };
    onProgress({ state: 'running', pagesDone, pagesTotal: total, ...parts, bytesWritten, plan });
  };
  report(0);
  for (const [index, image] of images.entries()) {
    const towns = isTest ? pickTowns(planned, index) : plan.towns;
    if (towns.length === 0) continue;
    const file = { bytes: await readUpload(needs.files, image), file: image.name };
    const result = await needs.pool.measure({ userId, image: file, towns, isTest }, signal);
    measured.problems.push(...result.problems);
    measured.sizes.push(result.sizes);
    measured.copies += towns.length;
    measured.bytes += result.sizes.reduce((sum, size) => sum + size, 0);
    measured.samples.push(...describeSamples(needs, planned, { towns, index, result }));
    report(index + 1);
  }
  return measured;
}

interface MeasuredImage {
  towns: Town[];
  /** Index of the image. */
  index: number;
  result: MeasureResult;
}

function describeSamples(
  { copies }: Needs,
  { plan, images }: Planned,
  { towns, index, result }: MeasuredImage,
): CopySample[] {
  const files = images.map(({ name }) => name);
  return result.samples.flatMap(({ caption, tags }, at) => {
    const town = towns[at];
    if (town === undefined) return [];
    const place = plan.towns.indexOf(town);
    const title = copies.nameCopies(town, files)[index] ?? '';
    const why = plan.reasons[place] ?? 'first';
    const details = { title, address: `${town.folder}/${title}`, description: caption, source: tags };
    return [{ row: town.row, why, ...details, copy: { town: place + 1, image: index + 1 } }];
  });
}

/** @returns the exact length of the zip of all copies */
async function measureZip(
  { copies }: Needs,
  { plan, images }: Planned,
  sizes: readonly (readonly number[])[],
): Promise<number> {
  const files = images.map(({ name }) => name);
  const names: string[][] = [];
  for (const town of plan.towns) {
    names.push(copies.nameCopies(town, files));
    if (names.length % TOWN_BATCH === 0) await new Promise(setImmediate);
  }
  function* list() {
    for (const [index, ofImage] of sizes.entries())
      for (const [at, size] of ofImage.entries())
        yield { name: `${plan.towns[at]?.folder}/${names[at]?.[index]}`, size };
  }
  return copies.measureZip(list());
}

/** Describes the result like that of any other run. */
function describe(plan: TownsResult, measured?: Measured, copies?: Copies): Tagged {
  const { problems = [], samples = [], copies: pages = 0 } = measured ?? {};
  const notices = problems.filter(({ severity }) => severity === 'notice').length;
  const result: RunResult = {
    ...plan,
    // Problems of the images first, because they stop the run.
    problems: [...problems, ...plan.problems],
    problemCount: plan.problemCount + problems.length,
    noticeCount: plan.noticeCount + notices,
    ok: copies !== undefined,
    pages: copies === undefined ? 0 : pages,
    held: 0,
    heldBitmap: '',
    dropped: 0,
    parts: [],
    selectors: [],
    featuredImages: 0,
    formedLinks: [],
    formedLinkCount: 0,
    hasPlaces: false,
    linksFile: '',
    samples: [],
    placeholdersFilled: 0,
    placeholdersTotal: 0,
  };
  return { result, samples: samples.toSorted((a, b) => a.copy.town - b.copy.town), copies };
}
