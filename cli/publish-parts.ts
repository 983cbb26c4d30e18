/** Last step of a build: writes the parts, verifies them, and gives the folder its final name. */
import { join } from 'node:path';
import type { Problem } from '#engine';
import { openFile } from '#pump/file-writer.ts';
import { type GateEntry, MANIFEST_FILE, type ManifestContent, writeManifest } from '#pump/manifest.ts';
import { type PlannedParts, writeAndVerify } from '#pump/verify-parts.ts';
import type { WriteProgress } from '#pump/write-parts.ts';
import type { BuildFlags } from './build-flags.ts';
import { mergeChoices, type ReadyInput } from './build-input.ts';
import type { BuildOutcome } from './build-report.ts';
import type { Output } from './output-folder.ts';
import { formatCount } from './problem-text.ts';
import { findVersion } from './program-version.ts';
import type { ProgressBar } from './progress-bar.ts';

export function refuse(problems: Problem[], skipped = 0): BuildOutcome {
  return { state: 'refused', pages: 0, skipped, parts: [], formedLinks: 0, problems };
}

export interface PlannedBuild {
  flags: BuildFlags;
  input: ReadyInput;
  key: string;
  planned: PlannedParts;
  problems: Problem[];
  /** Pages that the quality gate holds back. */
  gate?: GateEntry | undefined;
}

/** Share of the time of a build with a quality gate until all pages are measured. */
const MEASURING = 0.6;
/** Share of measuring that comparing takes. */
const COMPARING = 0.2;

/** @param step one of the two builds with a quality gate */
export function showProgress(bar: ProgressBar, step?: 'measure' | 'build') {
  return ({ pages, total, written, parts, audited, compared }: Readonly<WriteProgress>) => {
    const share = written < parts ? pages / Math.max(1, total) : 1;
    const done = `${pages.toLocaleString('en-US')} of ${formatCount(total, 'page')}`;
    const text = `${done}, ${audited} of ${formatCount(parts, 'part')} verified`;
    if (step === undefined) return bar.show(share, text);
    if (step === 'build') return bar.show(MEASURING + (1 - MEASURING) * share, text);
    const measured = share * (1 - COMPARING) + (compared ?? 0) * COMPARING;
    const measuring = compared === undefined ? done : `${Math.floor(compared * 100)}% compared`;
    return bar.show(MEASURING * measured, `Measuring: ${measuring}`);
  };
}

/** Writes the manifest in pieces, because the list of problems of a large sheet may be very long. */
function writeManifestFile(folder: string, content: ManifestContent): void {
  const file = openFile(join(folder, MANIFEST_FILE));
  try {
    for (const text of writeManifest(content, findVersion())) file.writeText(text);
  } finally {
    file.close();
  }
}

/** Writes the parts, then the manifest, then renames the folder. A folder with its final name is complete. */
export async function publishParts(
  folder: Output,
  build: PlannedBuild,
  bar: ProgressBar,
): Promise<BuildOutcome> {
  const { flags, input, key, planned, problems, gate } = build;
  const { template, towns, schedule } = input.project;
  const { skipped, plan } = planned.layout;
  const { parts, formedLinks, verdict } = await writeAndVerify(planned, folder.path, {
    onProgress: showProgress(bar, gate && 'build'),
  });
  const all = [...problems, ...verdict.problems];
  if (!verdict.ok) {
    folder.discard();
    return { ...refuse(all, skipped), state: 'failed', pages: verdict.pages };
  }
  const { pages } = verdict;
  writeManifestFile(folder.path, {
    type: flags.type,
    key,
    site: flags.site,
    seed: input.seed,
    rows: input.rows,
    combined: input.combined,
    footer: input.footer,
    keep: flags.keep,
    columns: mergeChoices(flags),
    page: flags.page,
    images: input.images.length > 0 ? input.images : undefined,
    pages,
    skipped,
    gate,
    parts,
    selectors: template.selectors,
    featured_images: template.featured?.length,
    scheduled_dates: plan.settings?.scheduledDates,
    places_version: towns?.version,
    places: towns?.list(plan.rows),
    formed_links: formedLinks,
    problem_count: all.length,
    problems: all,
  });
  folder.commit();
  const dates = plan.settings?.scheduled;
  const scheduled = dates && schedule?.kind === 'daily' ? { ...dates, zone: schedule.zone } : undefined;
  return { state: 'completed', pages, skipped, gate, parts, formedLinks, problems: all, scheduled };
}
