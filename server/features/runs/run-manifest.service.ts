/** Content of the manifest in a download: input, output, and the checksum of each file. */
import { createHash } from 'node:crypto';
import { readColumnChoices } from '#contract/column-choices.ts';
import { readSchedule } from '#contract/page-settings.ts';
import { readQualityGate } from '#contract/quality-gate.ts';
import { splitNames } from '#contract/preserved-names.ts';
import type { KnownTown } from '#engine';
import type { Db } from '#server/db/open.ts';
import type { StoredManifest } from '#server/jobs/engine-manifest.ts';
import { listKnownTowns, listScheduledDates } from './project-runs.store.ts';
import { listHeldPages } from './run-quality.store.ts';
import { readReport } from './stored-report.rules.ts';
import { findRunSources, type OwnRunRow, type PartRow } from './runs.store.ts';

export async function describeManifest(
  db: Db,
  run: OwnRunRow,
  parts: readonly PartRow[],
): Promise<StoredManifest> {
  const report = readReport(run.report);
  const { seed, rows, combined } = await findRunSources(db, run.id);
  const footer = new TextEncoder().encode(run.footer_links);
  const gate = run.kind === 'save' ? readQualityGate(run.quality_gate) : null;
  const { places_version } = report;
  const towns = places_version === undefined ? '' : await listKnownTowns(db, run.project_id, run.id);
  return {
    type: run.project_type,
    title: run.title,
    key: run.project_key,
    ...(run.site_base_url === '' ? {} : { site: run.site_base_url }),
    seed,
    rows,
    combined,
    footer: { bytes: footer.length, sha256: createHash('sha256').update(footer).digest('hex') },
    ...(run.keep === '' ? {} : { keep: splitNames(run.keep) }),
    ...(run.columns === '' ? {} : { columns: readColumnChoices(run.columns) }),
    ...(run.seed_page === '' ? {} : { page: run.seed_page }),
    pages: run.pages_done,
    skipped: run.skipped,
    ...(gate && { gate: { ...gate, held: await listHeldPages(db, run.id) } }),
    parts: parts.map(({ name, size, pages, sha256 }) => ({ file: name, bytes: size, pages, sha256 })),
    ...(report.selectors?.length ? { selectors: report.selectors } : {}),
    ...(report.featured_images ? { featured_images: report.featured_images } : {}),
    ...(readSchedule(run.schedule).kind === 'daily' && run.kind === 'save'
      ? { scheduled_dates: await listScheduledDates(db, run.project_id, run.id) }
      : {}),
    ...(places_version === undefined
      ? {}
      : { places_version, places: JSON.parse(towns || '[]') as KnownTown[] }),
    formed_links: report.link_count,
    problem_count: report.problem_count,
    problems: report.problems,
  };
}
