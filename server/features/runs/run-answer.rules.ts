/** Describes runs for the browser. */
import type { Run, RunListItem, RunProgress, RunState } from '#contract/run-shapes.ts';
import type { FileName } from '#contract/files.contract.ts';
import { readQualityGate } from '#contract/quality-gate.ts';
import { nameParts, nameZip } from './part-name.rules.ts';
import { nameSample, nameSource } from './sample-page.rules.ts';
import { readReport, type RunReport } from './stored-report.rules.ts';

/** Report fields that need files, for pruned runs. */
const WITHOUT_FILES = {
  samples: [],
  has_skipped_rows: false,
  has_places: false,
} satisfies Partial<RunReport>;

/** Columns of `runs` that lists show. */
export interface RunFigures {
  id: number;
  kind: 'save' | 'test';
  state: RunState;
  pages_total: number;
  pages_done: number;
  skipped: number;
  held: number;
  dropped: number;
  bytes: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  pinned_at: Date | null;
  pruned_at: Date | null;
}

export interface WholeRun extends RunFigures {
  project_id: number;
  parts_total: number;
  parts_done: number;
  message: string | null;
  /** As projects store it. */
  quality_gate: string;
  is_measuring: boolean;
  compared: number | null;
  now_writing: string | null;
  report: unknown;
  quality_score: number | null;
  split_parts: number | null;
  output_bytes: number | null;
  pages_planned: number | null;
  /** Null for a Geocoder. */
  seed_id: string | null;
  title: string;
}

export interface StoredPart {
  position: number;
  name: string;
  size: number;
  pages: number;
  sha256: string;
}

export function describeRunInList(row: RunFigures, currentRunId: number | null): RunListItem {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    is_current: row.id === currentRunId,
    pages_total: row.pages_total,
    pages_done: row.pages_done,
    skipped: row.skipped,
    held: row.held,
    dropped: row.dropped,
    bytes: row.bytes,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    pinned_at: row.pinned_at?.toISOString() ?? null,
    pruned_at: row.pruned_at?.toISOString() ?? null,
  };
}

interface Details {
  parts: StoredPart[];
  currentRunId: number | null;
  /** Signs the URL of a file for the caller. */
  sign(file: FileName): string;
  now: Date;
}

/** Describes a run with its parts, its report and the URLs of its files. */
export function describeRun(row: WholeRun, { parts, currentRunId, sign, now }: Details): Run {
  const report = { ...readReport(row.report), ...(row.pruned_at !== null && WITHOUT_FILES) };
  const id = String(row.id);
  return {
    ...describeRunInList(row, currentRunId),
    parts_total: row.parts_total,
    parts_done: row.parts_done,
    rows_per_second: measureSpeed(row, now),
    message: row.message,
    gate: readQualityGate(row.quality_gate),
    is_measuring: row.is_measuring,
    compared: row.compared,
    now_writing: row.now_writing,
    problems: report.problems,
    problem_count: report.problem_count,
    notice_count: report.notice_count,
    skipped_bitmap: report.skipped_bitmap,
    notice_bitmap: report.notice_bitmap,
    held_bitmap: report.held_bitmap ?? '',
    skipped_rows: report.skipped_rows,
    skipped_rows_url: report.has_skipped_rows
      ? sign({ kind: 'skipped', id, name: 'skipped-rows.csv' })
      : null,
    parts: parts.map(({ position, name, size, pages, sha256 }) => ({
      url: sign({ kind: 'part', id: `${id}-${position}`, name }),
      name,
      size,
      pages,
      sha256,
    })),
    selectors: report.selectors ?? [],
    formed_link_count: report.link_count,
    placeholders_filled: report.placeholders_filled,
    placeholders_total: report.placeholders_total,
    quality_score: row.quality_score,
    has_places: report.has_places ?? false,
    samples: report.samples.map(({ copy, ...sample }, index) => ({
      ...sample,
      source_url:
        sample.source === null
          ? sign({ kind: 'source', id: `${id}-${index}`, name: nameSource(index) })
          : null,
      url: copy
        ? sign({ kind: 'copy', id: `${id}-${copy.town}-${copy.image}`, name: 'copy.jpg' })
        : sign({ kind: 'sample', id: `${id}-${index}`, name: nameSample(index) }),
    })),
    download_all_url: parts.length > 0 ? sign({ kind: 'zip', id, name: nameZip(parts) }) : null,
    download_all_images_url: hasCopies(row)
      ? sign({ kind: 'copies', id, name: `${nameParts(row.title)}.zip` })
      : null,
    split_parts: row.split_parts,
    output_bytes: row.output_bytes,
    pages_planned: row.pages_planned,
  };
}

/** True for a Geocoder's full run that completed. */
function hasCopies({ kind, state, seed_id: seedId, pruned_at: prunedAt }: WholeRun): boolean {
  return seedId === null && kind === 'save' && state.startsWith('completed') && prunedAt === null;
}

/** Describes only the changing figures of a run, which stay small. */
export function describeProgress(
  row: Omit<
    WholeRun,
    'project_id' | 'report' | 'quality_score' | 'quality_gate' | 'pages_planned' | 'seed_id' | 'title'
  >,
  now: Date,
): RunProgress {
  const { id, pages_total, pages_done, parts_total, parts_done, skipped, bytes, now_writing } = row;
  return {
    id,
    state: row.state,
    pages_total,
    pages_done,
    parts_total,
    parts_done,
    skipped,
    bytes,
    is_measuring: row.is_measuring,
    compared: row.compared,
    now_writing,
    started_at: row.started_at?.toISOString() ?? null,
    rows_per_second: measureSpeed(row, now),
  };
}

function measureSpeed(row: RunFigures, now: Date): number | null {
  if (row.started_at === null || row.pages_done === 0) return null;
  const seconds = ((row.finished_at ?? now).getTime() - row.started_at.getTime()) / 1000;
  return seconds > 0 ? Math.round(row.pages_done / seconds) : null;
}

/** Finds the origin of a run's pages from their URLs. */
export function findSite([first]: readonly { url: string }[]): string {
  const { url = '' } = first ?? {};
  return URL.canParse(url) ? new URL(url).origin : '';
}
