/**
 * Inputs and results of tasks on the engine's threads: plain data, because it is copied between
 * threads.
 */
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { BrokenPlace, FixRequest } from '#contract/inspection-shapes.ts';
import type { FixedDraft } from '#pump/fix-draft.ts';
import type { PlatformId, Inspection, PageImage, Problem, SamplePage, Selector } from '#engine';
import type { ImageEndFault, SourceImage, Town } from '#geotag';

/** A seed or a sheet. */
export interface FileInput {
  bytes: Uint8Array;
  /** The name that problems carry. */
  file: string;
}

/** CSV or TSV. */
export type SheetInput = FileInput;

/** User of a request, for the fair queue. */
interface Asked {
  userId?: number;
}

/** A sheet as it was uploaded: CSV, TSV or XLSX, with the choices for reading it. */
export interface DraftSheetInput extends FileInput {
  /** Name of the sheet in an Excel file. */
  sheetName?: string;
  /** Also reads rows that an Excel file hides. */
  hiddenRows?: 'include';
  /** Encoding of a text file, by its TextDecoder label. */
  encoding?: string;
}

/** Input of a form, complete or partial. */
export interface DraftInput extends Asked {
  /** Type of its project. */
  type: string;
  seed?: FileInput;
  sheet?: DraftSheetInput;
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
}

export interface DraftAnswer {
  inspection: Inspection;
  /** The platform that the seed more likely comes from. */
  other?: PlatformId;
  /** Platforms that it may come from, if the file doesn't show one. */
  platforms: readonly PlatformId[];
  broken?: BrokenPlace;
}

export interface FixInput extends DraftInput {
  request: FixRequest;
}

/** The changed file; nothing if the change wouldn't help. */
export type FixAnswer = FixedDraft | undefined;

export interface SheetTextInput extends Asked {
  sheet: DraftSheetInput;
}

/** The sheet as text, if it can be read. */
export interface SheetTextAnswer {
  text?: Uint8Array<ArrayBuffer>;
  problems: Problem[];
}

export interface RecognizeInput extends Asked {
  seed: FileInput;
}

export interface EngineInput extends Asked {
  /** The project's platform; default `wordpress`. */
  type?: string;
  seed: FileInput;
  sheet: SheetInput;
  /** Project key: a UUID or a name. */
  key: string;
  site?: string;
  footer?: string;
  /** Names of brackets that stay as they are. */
  keep?: readonly string[];
  columns?: ColumnChoices;
  /** Title, id or slug of the seed page. */
  page?: string;
  /** Images that pages may show. */
  images?: readonly PageImage[];
}

export interface PlanInput extends EngineInput {
  /** Three samples alone are wanted: `pages` and all sizes are theirs, and no more rows are planned than that takes. */
  isTest?: boolean;
}

export interface PlanAnswer {
  /** At most 1,000, faults first. */
  problems: Problem[];
  problemCount: number;
  pages: number;
  /** Pages of a full run of the same files; null if a test would have to wait for the count. */
  allPages: number | null;
  skipped: number;
  singleFileBytes: number;
  /** Bytes of the files in addition to the parts; an estimate for large ones. */
  tableBytes: number;
  /** Number of parts after a split: at least two, unless there is only one page. */
  splitParts: number;
  /** True if an error is among the problems: a run would write nothing. */
  isRefused: boolean;
}

export interface RunTask extends EngineInput {
  /** Exists and is empty; everything is written here. The caller removes it when the run fails. */
  folder: string;
  /** File name of the parts, without extension. */
  name: string;
  /** 0: one file; 2: parts of at most 10,000,000 bytes and 500 pages, at least two. */
  split: 0 | 2;
  /** Three samples in one file instead of all pages. */
  isTest: boolean;
}

export interface RunProgress {
  state: 'planning' | 'running' | 'auditing';
  pagesDone: number;
  pagesTotal: number;
  partsWritten: number;
  partsTotal: number;
  bytesWritten: number;
  /** Link text of the page being written, usually its city; at most 100 characters. */
  nowWriting?: string;
  /** Present once writing begins: problems of rows are known before. */
  plan?: RunPlan;
}

export interface RunPlan {
  skipped: number;
  /** At most 1,000, faults first; of notices at least 250, if there are as many. */
  problems: Problem[];
  problemCount: number;
  noticeCount: number;
  /** All skipped rows, and all that have a notice: bits, as `pump/row-bitmap.ts` writes them. */
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
  /** The footer template filled for the row. */
  flink: string;
  url: string;
  label: string;
  row: number;
}

/** A row that was skipped, where it says where it is on earth. */
export interface SkippedTown {
  row: number;
  label: string;
  latitude: number;
  longitude: number;
}

export interface RunAnswer extends RunPlan {
  /** All planned pages are in the folder and passed the audit. */
  ok: boolean;
  pages: number;
  parts: RunPart[];
  /** Values that the user enters in the importer. */
  selectors: readonly Selector[];
  /** Number of images that the pages use in turn as featured image. */
  featuredImages: number;
  /** The first 200, or as many as 1,000,000 characters hold. */
  formedLinks: RunLink[];
  formedLinkCount: number;
  /** True if a written or skipped row of a full run has coordinates. */
  hasPlaces: boolean;
  /** All skipped towns of a full run; empty for a test. */
  skippedTowns: SkippedTown[];
  /** Name of the file in the folder. */
  linksFile: string;
  /** Name of the file in the folder; only where rows were skipped. */
  skippedRowsFile?: string;
  /** The first 1,000. */
  skippedRows: { row: number; reasons: string[] }[];
  /** Filled by test runs only. */
  samples: SamplePage[];
  placeholdersFilled: number;
  placeholdersTotal: number;
}

/** The towns of a Geocoder's sheet, for a number of images. */
export interface TownsInput extends Asked {
  sheet: SheetInput;
  images: number;
  /** Templates in the page language; empty or left out, the usual ones. */
  fileName?: string;
  caption?: string;
  /** Only three sample towns. */
  isTest?: boolean;
  /** Exists and is empty: the skipped rows are written here as a sheet. */
  folder?: string;
}

export interface TownsAnswer
  extends RunPlan,
    Pick<RunAnswer, 'skippedRows' | 'skippedRowsFile' | 'skippedTowns'> {
  isRefused: boolean;
  /** Towns of a full run. */
  townCount: number;
  /** Empty where it is refused. */
  towns: Town[];
  /** Reason for each sample town. */
  reasons: SamplePage['why'][];
}

export interface MeasureInput extends Asked {
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

export interface MeasureAnswer {
  problems: Problem[];
  /** Bytes of the copies in the order of the towns; empty if the image can't be tagged. */
  sizes: number[];
  /** Filled by tests only. */
  samples: SampleCopy[];
}

/** A file that may be an image. */
export interface ImageInput extends Asked {
  image: FileInput;
}

/** Length of the image in bytes, or why it isn't one. */
export type ImageEndAnswer = number | ImageEndFault;

/** Image parsed for its copies; undefined if it can't be tagged. */
export type OpenImageAnswer = SourceImage | undefined;
