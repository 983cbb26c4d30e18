/** State of the form as its sections read it. */
import type { Inspection as Read, PlaceholderUse as Use, Problem, ColumnInspection, TableInspection as Table, CellProblem, Outcome } from '#engine';
import type { ProjectValues } from './project-form.rules.ts';

export type { Problem, CellProblem, Outcome };
export type ColumnChoice = { column: string; fallback?: string } | { text: string };
export interface PlaceholderUse extends Omit<Use, 'state'> {
  state: Use['state'] | 'text';
  values: string[];
  usedIn: string;
  emptyRows: number;
  choice?: ColumnChoice;
  missingColumn?: string;
}
export type FixRequest =
  | { kind: 'convert' }
  | { kind: 'seed'; code: string; line: number; column: number }
  | { kind: 'letters' }
  | { kind: 'cell'; row: number; field: string; value: string }
  | { kind: 'remove-row'; row: number };
export interface RowRemedy {
  label: string;
  done: string;
  fix: FixRequest;
}
export type RowProblem = CellProblem & { remedies?: RowRemedy[] };
export type SheetColumn = ColumnInspection & { samples: string[] };
export type TableInspection = Omit<Table, 'columns' | 'cellProblems'> & { columns: SheetColumn[]; cellProblems: RowProblem[] };
export type SeedInspection = Omit<NonNullable<Read['seed']>, 'placeholders'> & { placeholders: PlaceholderUse[] };
export type Inspection = Omit<Read, 'seed' | 'table'> & { seed?: SeedInspection; table?: TableInspection };
export interface PageLimits {
  plan: string;
  limit: number;
  used: number;
  adding: number;
  resets_at: string;
  upgrade: { name: string; limit: number } | null;
}
export interface FileUpload {
  state: 'none' | 'sending' | 'failed' | 'done';
  share?: number;
  error?: string;
  problems?: Problem[];
}
export interface SheetChoice {
  sheet_name?: string;
  hidden_rows?: 'include' | 'skip';
  encoding?: string | null;
}
export interface Draft {
  id: string;
  type: string;
  project_id: number | null;
  seed: { name: string; size: number; url: string; changes: string[] } | null;
  sheet: {
    name: string;
    size: number;
    is_pasted: boolean;
    text: string | null;
    sheet_name: string | null;
    hidden_rows: 'include' | 'skip';
    encoding: string | null;
  } | null;
  linked: { fetched_at: string; notice: string | null } | null;
  fields: { columns: Record<string, ColumnChoice> };
}
export interface ProjectForm {
  draft: Draft;
  type: string;
  projectId?: number;
  values: ProjectValues;
  errors: Partial<Record<keyof ProjectValues | 'file' | 'script', string>>;
  setField: (name: keyof ProjectValues, value: string) => void;
  inspection?: Inspection;
  reading: { isBusy: boolean; failure?: string; retry: () => void };
  otherPlatform?: string;
  platforms?: string[];
  broken?: { line: number; column: number; mark: string; excerpt: { line: number; text: string }[] };
  limits?: PageLimits | null;
  seed: FileUpload;
  sheet: FileUpload;
  takeSeed: (file: File) => void;
  dropSeed: () => void;
  takeSheet: (file: File) => void;
  pasteSheet: (text: string) => void;
  dropSheet: () => void;
  readSheetAs: (choice: SheetChoice) => void;
  fetchSheet: () => void;
  link: { isFetching: boolean; error?: string };
  fix: (request: FixRequest) => Promise<boolean>;
  setColumn: (key: string, choice: ColumnChoice | undefined) => void;
  images: { images: readonly { failure?: string }[]; stored: readonly unknown[]; isSending: boolean };
}
