/** Report of a run, made from the engine's result and stored as one JSON value. */
import type { RunResult, RunPlan } from '#server/jobs/engine-pool.ts';
import { describeSamples } from './sample-page.rules.ts';
import type { PlanReport, RunReport } from './stored-report.rules.ts';

/** Report of a run in progress; skipped rows are listed when it ends. */
export function reportPlan(plan: RunPlan): PlanReport {
  return {
    problems: plan.problems,
    problem_count: plan.problemCount,
    notice_count: plan.noticeCount,
    skipped_bitmap: plan.skippedBitmap,
    notice_bitmap: plan.noticeBitmap,
  };
}

/** Report of a run that the engine has finished, with or without success. */
export function describeReport(result: RunResult): RunReport {
  return {
    ...reportPlan(result),
    skipped_rows: result.skippedRows,
    held_bitmap: result.heldBitmap,
    links: result.formedLinks.map(({ flink, url, label }) => ({ flink, url, label })),
    link_count: result.formedLinkCount,
    selectors: result.selectors.map(({ name, path }) => ({ name, path })),
    featured_images: result.featuredImages,
    ...(result.placesVersion !== undefined && { places_version: result.placesVersion }),
    placeholders_filled: result.placeholdersFilled,
    placeholders_total: result.placeholdersTotal,
    samples: describeSamples(result.samples),
    has_links: result.ok && result.formedLinkCount > 0,
    has_skipped_rows: result.ok && result.skippedRowsFile !== undefined,
    has_places: result.hasPlaces,
  };
}
