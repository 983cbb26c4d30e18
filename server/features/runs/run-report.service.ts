/** Report of a run, made from the engine's result and stored as one JSON value. */
import type { RunAnswer, RunPlan } from '#server/jobs/engine-pool.ts';
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
export function describeReport(answer: RunAnswer): RunReport {
  return {
    ...reportPlan(answer),
    skipped_rows: answer.skippedRows,
    links: answer.formedLinks.map(({ flink, url, label }) => ({ flink, url, label })),
    link_count: answer.formedLinkCount,
    selectors: answer.selectors.map(({ name, path }) => ({ name, path })),
    featured_images: answer.featuredImages,
    placeholders_filled: answer.placeholdersFilled,
    placeholders_total: answer.placeholdersTotal,
    samples: describeSamples(answer.samples),
    has_links: answer.ok && answer.formedLinkCount > 0,
    has_skipped_rows: answer.ok && answer.skippedRowsFile !== undefined,
    has_places: answer.hasPlaces,
  };
}
