/** Inputs and results of tasks on engine threads: plain data, because it is copied between threads. */
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { BrokenPlace, FixRequest } from '#contract/inspection-shapes.ts';
import type { AddedPlaces } from '#pump/add-places.ts';
import type { PageInFile } from '#pump/compare-texts.ts';
import type { FixedDraft } from '#pump/fix-draft.ts';
import type {
  HeldAction,
  PlatformId,
  Inspection,
  EstimateReport,
  PageImage,
  Problem,
  SamplePage,
  Selector,
  TextPreview,
} from '#engine';
import type { SelectedTown } from '#engine/places/select-towns.ts';
import type { ImageEndFault, SourceImage, Town } from '#geotag';

/** A seed or a sheet. */
export interface FileInput {
  bytes: Uint8Array;
  /** File name in problems. */
  file: string;
}

/** CSV or TSV. */
export type SheetInput = FileInput;

/** User of the request, for the fair queue. */
interface UserInput {
  userId?: number;
}

/** An uploaded sheet as CSV, TSV or XLSX, with the options for reading it. */
export interface DraftSheetInput extends FileInput {
  /** Name of the sheet in an Excel file. */
  sheetName?: string;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include';
  /** Encoding of a text file, by its TextDecoder label. */
  encoding?: string;
}

/** Input of a form, complete or partial. */
export interface DraftInput extends UserInput {
  /** Project type. */
  type: string;
  seed?: FileInput;
  sheet?: DraftSheetInput;
  /** A second list, each row of which is combined with each row of the sheet. */
  combined?: DraftSheetInput;
  site?: string;
  footer?: string;
  keep?: readonly string[];
  columns?: ColumnChoices;
  /** Title, id or slug of the seed page. */
  page?: string;
  /** Images that pages may show. */
  images?: readonly PageImage[];
  /** Templates of a Geocoder. */
  fileName?: string;
  caption?: string;
  /** Schedule of the pages as the user wrote it. */
  schedule?: string;
  /** Dates that rows have from earlier runs, by stored row key. */
  scheduledDates?: Readonly<Record<string, number>>;
  /** Towns that rows were in earlier runs: JSON of `KnownTown[]`; empty for none. */
  knownTowns?: string;
}

export interface DraftResult {
  inspection: Inspection;
  /** Platform that the seed more likely comes from. */
  other?: PlatformId;
  /** Platforms that the seed may come from, if the file doesn't identify one. */
  platforms: readonly PlatformId[];
  broken?: BrokenPlace;
}

/** Undefined while there would be no pages. */
export type EstimateResult = EstimateReport | undefined;

export interface FixInput extends DraftInput {
  request: FixRequest;
}

export interface PreviewInput extends DraftInput {
  /** Template text. */
  text: string;
}

export type PreviewResult = TextPreview;

/** The changed file; undefined if the change wouldn't help. */
export type FixResult = FixedDraft | undefined;

export interface SheetTextInput extends UserInput {
  sheet: DraftSheetInput;
}

/** The sheet as text, if it can be read. */
export interface SheetTextResult {
  text?: Uint8Array<ArrayBuffer>;
  problems: Problem[];
}

/** Town selection of a request; one of `near`, `state` and `zips` is set. */
export interface TownQuery {
  near?: string | undefined;
  within?: number | undefined;
  min_population?: number | undefined;
  state?: string | undefined;
  county?: string | undefined;
  zips?: string | undefined;
}

export interface FindPlacesInput extends UserInput {
  query: TownQuery;
  /** Index of the first town to return. */
  start: number;
  count: number;
  /** Maximum number of points. */
  pointCount: number;
}

/** Reasons why no town was selected. */
export interface PlacesRefusal {
  problem: Problem;
  /** Towns that an ambiguous name may refer to. */
  choices?: string[];
}

export type FindPlacesResult =
  | { refused: PlacesRefusal }
  | {
      towns: SelectedTown[];
      total: number;
      points: [number, number][];
      center: [number, number] | null;
      problems: Problem[];
    };

export interface AddPlacesInput extends UserInput {
  query: TownQuery;
  sheet?: DraftSheetInput;
  columns: ColumnChoices;
}

export type AddPlacesResult = { refused: PlacesRefusal } | AddedPlaces;

export interface RecognizeInput extends UserInput {
  seed: FileInput;
}

export interface EngineInput extends UserInput {
  /** The project's platform; `wordpress` by default. */
  type?: string;
  seed: FileInput;
  sheet: SheetInput;
  /** A second list, each row of which is combined with each row of the sheet. */
  combined?: SheetInput;
  /** Project key: a UUID or a name. */
  key: string;
  site?: string;
  footer?: string;
  /** Names of brackets that are left unchanged. */
  keep?: readonly string[];
  columns?: ColumnChoices;
  /** Title, id or slug of the seed page. */
  page?: string;
  /** Images that pages may show. */
  images?: readonly PageImage[];
  /** Reasons by stored row key for leaving out the pages of rows. */
  leftOut?: Readonly<Record<string, string>>;
  /** Not for tests, whose pages aren't measured. */
  gate?: GateInput;
  /** Schedule of the pages as the user entered it. */
  schedule?: string;
  /** Dates of rows from earlier runs, by stored row key. */
  scheduledDates?: Readonly<Record<string, number>>;
  /** Towns that rows were in earlier runs: JSON of `KnownTown[]`; empty for none. */
  knownTowns?: string;
}

export interface PlanInput extends EngineInput {
  /**
   * Plans only three samples: `pages` and all sizes are theirs, and only the rows needed for them are
   * planned.
   */
  isTest?: boolean;
}

export interface PlanResult {
  /** At most 1,000, faults first. */
  problems: Problem[];
  problemCount: number;
  pages: number;
  /** Pages of a full run of the same files; null if counting them would take too long for a test. */
  allPages: number | null;
  skipped: number;
  singleFileBytes: number;
  /** Bytes of the files other than the parts; an estimate for large ones. */
  tableBytes: number;
  /** Number of parts after a split: at least two, unless there is only one page. */
  splitParts: number;
  /** True if a problem is a fault, so that a run would write nothing. */
  isRefused: boolean;
}

export interface RunTask extends EngineInput {
  /** Empty existing folder for all output. The caller removes it if the run fails. */
  folder: string;
  /** File name of the parts, without extension. */
  name: string;
  /** 0: a single file; 2: parts of at most 10,000,000 bytes and 500 pages, at least two. */
  split: 0 | 2;
  /** Three samples in one file instead of all pages. */
  isTest: boolean;
}

/** The quality gate: pages that score less are held back. */
export interface GateInput {
  below: number;
  action: HeldAction;
}

export interface RunProgress {
  state: 'planning' | 'running' | 'auditing';
  pagesDone: number;
  pagesTotal: number;
  partsWritten: number;
  partsTotal: number;
  bytesWritten: number;
  /** The pages are built to be measured, which is half of the work. */
  isMeasuring?: boolean;
  /** Share of the comparison of all pages that is done. */
  compared?: number;
  /** Link text of the page being written, usually its city; at most 100 characters. */
  nowWriting?: string;
  /** Present once writing begins, when problems of rows are known. */
  plan?: RunPlan;
}

export interface RunPlan {
  skipped: number;
  /** At most 1,000, faults first, including at least 250 notices if there are as many. */
  problems: Problem[];
  problemCount: number;
  noticeCount: number;
  /**
   * Bitmap of all skipped rows, as written by `pump/row-bitmap.ts`; the next one has all rows with a notice.
   */
  skippedBitmap: string;
  noticeBitmap: string;
}

export interface RunPart {
  name: string;
  bytes: number;
  pages: number;
  sha256: string;
}

export interface RunLink {
  /** Footer template filled for the row. */
  flink: string;
  url: string;
  label: string;
  row: number;
}

/** A skipped row that has coordinates. */
export interface SkippedTown {
  row: number;
  label: string;
  latitude: number;
  longitude: number;
}

/** Quality of the pages of a run, as JSON because it is only stored. */
export interface RunQualityText {
  /** `StoredQuality` of the contract. */
  summary: string;
  /** Batches of pages: lists of row, score, words, own_share, closest_row, similarity and problems. */
  pages: string[];
}

export interface RunResult extends RunPlan {
  /** True if all planned pages are in the folder and passed the audit. */
  ok: boolean;
  pages: number;
  /** Pages that the quality gate holds back, and their rows as `pump/row-bitmap.ts` writes them. */
  held: number;
  heldBitmap: string;
  /** Pages that are left out for another reason. */
  dropped: number;
  parts: RunPart[];
  /** Values that the user enters in the importer. */
  selectors: readonly Selector[];
  /** Number of images that pages use in turn as featured image. */
  featuredImages: number;
  /** Version of the gazetteer, if the seed uses a value of it. */
  placesVersion?: string;
  /** The first 200, limited to 1,000,000 characters. */
  formedLinks: RunLink[];
  formedLinkCount: number;
  /** True if a written or skipped row of a full run has coordinates. */
  hasPlaces: boolean;
  /** All skipped towns of a full run; empty for a test. */
  skippedTowns: SkippedTown[];
  /** Name of the file in the folder. */
  linksFile: string;
  /** Name of the file in the folder; only if rows were skipped. */
  skippedRowsFile?: string;
  /** The first 1,000. */
  skippedRows: { row: number; reasons: string[] }[];
  /** Set for a full run that is ok. */
  quality?: RunQualityText;
  /** Error that kept its pages from being measured. */
  measuringError?: string;
  /** Filled by test runs only. */
  samples: SamplePage[];
  placeholdersFilled: number;
  placeholdersTotal: number;
}

/** Input for the towns of a Geocoder's sheet. */
export interface TownsInput extends UserInput {
  sheet: SheetInput;
  images: number;
  /** Templates; empty or missing ones use the defaults. */
  fileName?: string;
  caption?: string;
  /** Uses only three sample towns. */
  isTest?: boolean;
  /** Empty existing folder for a sheet of the skipped rows. */
  folder?: string;
}

export interface TownsResult
  extends RunPlan,
    Pick<RunResult, 'skippedRows' | 'skippedRowsFile' | 'skippedTowns'> {
  isRefused: boolean;
  /** Number of towns of a full run. */
  townCount: number;
  /** Empty if `isRefused`. */
  towns: Town[];
  /** Reason for each sample town. */
  reasons: SamplePage['why'][];
}

export interface MeasureInput extends UserInput {
  image: FileInput;
  towns: readonly Town[];
  /** Describes the copies instead of verifying one. */
  isTest?: boolean;
}

export interface SampleCopy {
  caption: string;
  /** JSON of the tags that were read back. */
  tags: string;
}

export interface MeasureResult {
  problems: Problem[];
  /** Bytes of the copies in the order of the towns; empty if the image can't be tagged. */
  sizes: number[];
  /** Filled by tests only. */
  samples: SampleCopy[];
}

/** Two pages of the files of a run. */
export interface CompareTextsInput extends UserInput {
  /** The project's platform. */
  type: string;
  recordPath?: string | undefined;
  left: PageInFile;
  right: PageInFile;
  /** Size of the files, which are read from disk. */
  fileBytes: number;
}

/** A file that may be an image. */
export interface ImageInput extends UserInput {
  image: FileInput;
}

/** Length of the image in bytes, or the reason why it isn't one. */
export type ImageEndResult = number | ImageEndFault;

/** Image parsed for its copies; undefined if it can't be tagged. */
export type OpenImageResult = SourceImage | undefined;

/** A page of a site. */
export interface MeasurePageInput extends UserInput {
  html: string;
  /** After all redirects. */
  url: string;
  /** Canonical URL of its headers; empty without one. */
  canonical: string;
  isNoindex: boolean;
}

/** Measurements of a page, to be stored until all are compared. */
export interface MeasuredPageText {
  /** JSON. */
  facts: string;
  /** In base64. */
  shingles: string;
}

export interface ComparePagesInput extends UserInput {
  /** A line of JSON for each page, `[position, facts]`. */
  factsPath: string;
  /** Shingles of all pages in the same order. */
  shinglesPath: string;
  /** For unfinished files. */
  folder: string;
}

/** Data that a thread starts with. */
export interface EngineThreadData {
  /** Niceness relative to the other threads of the process; 0 for none. */
  nice: number;
  /** File of places; that of the United States without it. */
  placesFile?: string | undefined;
}
