/** State of the form for its sections. */
import type { ColumnChoice } from '#contract/column-choices.ts';
import type { Draft, PageLimits, ReadingChoices } from '#contract/draft-shapes.ts';
import type {
  BrokenPlace,
  CellProblem as RowProblem,
  ColumnInspection as SheetColumn,
  FixRequest,
  FoundProblem as Problem,
  Inspection,
  PlaceholderUse,
  SeedInspection,
  SettingInspection as PageSetting,
  TableInspection,
} from '#contract/inspection-shapes.ts';
import type { TownFilter } from '#contract/places.contract.ts';
import type { FirstConstruct } from './construct.rules.ts';
import type { ProjectValues } from './project-form.rules.ts';

export type {
  BrokenPlace,
  ColumnChoice,
  Draft,
  FixRequest,
  Inspection,
  PageLimits,
  PageSetting,
  PlaceholderUse,
  Problem,
  RowProblem,
  SeedInspection,
  SheetColumn,
  TableInspection,
};
/** The sheet, or the second list. */
export type ListName = NonNullable<ReadingChoices['list']>;
export interface FileUpload {
  state: 'none' | 'sending' | 'failed' | 'done';
  share?: number;
  error?: string;
  /** Reason, if the error itself doesn't have one. */
  detail?: string;
  problems?: Problem[];
  /** True if the same file may be sent again. */
  retry?: () => void;
}
export interface ProjectForm {
  draft: Draft;
  type: string;
  projectId?: number;
  values: ProjectValues;
  errors: Partial<Record<keyof ProjectValues | 'file' | 'script', string>>;
  setField: (name: keyof ProjectValues, value: string) => void;
  /** Called on blur; shows the field's errors. */
  touch: (name: keyof ProjectValues) => void;
  inspection?: Inspection;
  reading: { isBusy: boolean; failure?: string; retry: () => void };
  otherPlatform?: string;
  platforms?: string[];
  broken?: BrokenPlace;
  limits?: PageLimits | null;
  seed: FileUpload;
  sheet: FileUpload;
  combined: FileUpload;
  takeSeed: (file: File) => void;
  dropSeed: () => void;
  takeSheet: (file: File) => void;
  pasteSheet: (text: string) => void;
  dropSheet: () => void;
  takeCombined: (file: File) => void;
  dropCombined: () => void;
  readSheetAs: (choice: ReadingChoices) => void;
  fetchSheet: () => void;
  link: { isFetching: boolean; error?: string };
  fix: (request: FixRequest) => Promise<boolean>;
  /** Adds the towns of a filter to the sheet, or creates it. */
  addTowns: (filter: TownFilter) => Promise<{ added: number; skipped: number }>;
  setColumn: (key: string, choice: ColumnChoice | undefined) => void;
  /** Primary images, or the photos of a Geocoder. */
  images: { images: readonly { failure?: string }[]; stored: readonly unknown[]; isSending: boolean };
}

/** Props of the dialog that builds a construct. */
export interface ConstructProps {
  form: ProjectForm;
  /** Entries to open with. */
  first?: FirstConstruct;
  /** Inserts a text into the footer link template. */
  onInsert: (text: string) => void;
}
