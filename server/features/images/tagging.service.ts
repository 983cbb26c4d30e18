/**
 * Carries out the run of a Geocoder: reads its towns, makes each image's copies once to know their size, and reads one
 * of each back. What is kept are images and towns; the copies are made again when somebody downloads them.
 */
import type { WireProblem } from '#contract/envelope.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { CopyMaker, Town } from '#server/jobs/engine-copies.ts';
import type {
  EnginePool,
  MeasureAnswer,
  RunAnswer,
  RunProgress,
  TownsAnswer,
} from '#server/jobs/engine-pool.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import { insertRunTowns, listRunImages, type RunImageRow } from './copies.store.ts';

export interface TaggingNeeds {
  db: Db;
  files: Pick<Files, 'read' | 'publish'>;
  pool: Pick<EnginePool, 'towns' | 'measure'>;
  copies: Pick<CopyMaker, 'nameCopies' | 'measureZip'>;
}

/** Where the work of a run is done, and for whom. */
interface Work {
  run: { id: number; kind: 'save' | 'test'; sheet_name: string; file_name: string; caption: string };
  person: number;
  sheet: Uint8Array;
  /** Empty folder of its own. */
  folder: string;
  signal: AbortSignal;
  onProgress(progress: RunProgress): void;
}

export interface Tagged {
  answer: RunAnswer;
  /** Of a test. */
  samples: CopySample[];
  /** Where all could be made. */
  copies: Copies | undefined;
}

interface Copies {
  towns: Town[];
  /** Of all copies. */
  bytes: number;
  /** Exact length of the zip of all copies; none of a test's. */
  zipBytes: number | null;
}

/** A copy of a test, as a report keeps it. */
export interface CopySample {
  row: number;
  why: 'first' | 'longest' | 'special';
  title: string;
  address: string;
  description: string;
  /** Its tags, as they are read back. */
  source: string;
  copy: { town: number; image: number };
}

export interface TaggingService {
  tag(work: Work): Promise<Tagged>;
  /** Keeps what the copies are made of. */
  keep(trx: Trx, runId: number, copies: Copies): Promise<void>;
}

/** Names of so many towns are made before others have their turn. */
const TOWNS_AT_ONCE = 50;

export function createTagging(needs: TaggingNeeds): TaggingService {
  return {
    tag: (work) => tag(needs, work),
    keep: (trx, runId, { towns }) => insertRunTowns(trx, runId, towns),
  };
}

async function tag(needs: TaggingNeeds, work: Work): Promise<Tagged> {
  const { run, person, folder, signal } = work;
  const images = await listRunImages(needs.db, run.id);
  const isTest = run.kind === 'test';
  const { file_name: fileName, caption } = run;
  const sheet = { bytes: work.sheet, file: run.sheet_name };
  const question = { person, sheet, images: images.length, fileName, caption, isTest, folder };
  const plan = await needs.pool.towns(question, signal);
  if (plan.isRefused) return describe(plan);
  const measured = await measureAll(needs, work, { plan, images });
  if (measured.problems.some(({ severity }) => severity !== 'notice')) return describe(plan, measured);
  const { skippedRowsFile: file } = plan;
  if (file !== undefined) await needs.files.publish(`runs/${run.id}/${file}`, `${folder}/${file}`);
  const zipBytes = isTest ? null : await measureZip(needs, { plan, images }, measured.sizes);
  const copies = { towns: plan.towns, bytes: measured.bytes, zipBytes };
  return describe(plan, measured, copies);
}

interface Planned {
  plan: TownsAnswer;
  images: RunImageRow[];
}

interface Measured {
  /** Of the copies, by image and then by town. */
  sizes: number[][];
  copies: number;
  bytes: number;
  problems: WireProblem[];
  samples: CopySample[];
}

/** A test takes one image for each of its towns, each time the next one. */
function pickTowns({ plan, images }: Planned, index: number): Town[] {
  return plan.towns.filter((_, at) => at % images.length === index);
}

async function measureAll(needs: TaggingNeeds, work: Work, planned: Planned): Promise<Measured> {
  const { run, person, signal, onProgress } = work;
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
    const answer = await needs.pool.measure({ person, image: file, towns, isTest }, signal);
    measured.problems.push(...answer.problems);
    measured.sizes.push(answer.sizes);
    measured.copies += towns.length;
    measured.bytes += answer.sizes.reduce((sum, size) => sum + size, 0);
    measured.samples.push(...describeSamples(needs, planned, { towns, index, answer }));
    report(index + 1);
  }
  return measured;
}

interface MeasuredImage {
  towns: Town[];
  /** Of the image. */
  index: number;
  answer: MeasureAnswer;
}

function describeSamples(
  { copies }: TaggingNeeds,
  { plan, images }: Planned,
  { towns, index, answer }: MeasuredImage,
): CopySample[] {
  const files = images.map(({ name }) => name);
  return answer.samples.flatMap(({ caption, tags }, at) => {
    const town = towns[at];
    if (town === undefined) return [];
    const place = plan.towns.indexOf(town);
    const title = copies.nameCopies(town, files)[index] ?? '';
    const why = plan.reasons[place] ?? 'first';
    const said = { title, address: `${town.folder}/${title}`, description: caption, source: tags };
    return [{ row: town.row, why, ...said, copy: { town: place + 1, image: index + 1 } }];
  });
}

/** @returns the exact length of the zip of all copies */
async function measureZip(
  { copies }: TaggingNeeds,
  { plan, images }: Planned,
  sizes: readonly (readonly number[])[],
): Promise<number> {
  const files = images.map(({ name }) => name);
  const names: string[][] = [];
  for (const town of plan.towns) {
    names.push(copies.nameCopies(town, files));
    if (names.length % TOWNS_AT_ONCE === 0) await new Promise(setImmediate);
  }
  function* list() {
    for (const [index, ofImage] of sizes.entries())
      for (const [at, size] of ofImage.entries())
        yield { name: `${plan.towns[at]?.folder}/${names[at]?.[index]}`, size };
  }
  return copies.measureZip(list());
}

/** In the words of every run. */
function describe(plan: TownsAnswer, measured?: Measured, copies?: Copies): Tagged {
  const { problems = [], samples = [], copies: pages = 0 } = measured ?? {};
  const notices = problems.filter(({ severity }) => severity === 'notice').length;
  const answer: RunAnswer = {
    ...plan,
    // What keeps the copies from being made comes first.
    problems: [...problems, ...plan.problems],
    problemCount: plan.problemCount + problems.length,
    noticeCount: plan.noticeCount + notices,
    ok: copies !== undefined,
    pages: copies === undefined ? 0 : pages,
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
  return { answer, samples: samples.toSorted((a, b) => a.copy.town - b.copy.town), copies };
}
