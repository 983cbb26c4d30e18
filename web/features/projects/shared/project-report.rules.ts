/** Texts about the runs of a project. */
import type { Project } from '#contract/project-shapes.ts';
import type { Run, RunState } from '#contract/run-shapes.ts';
import { countRows, hasCompleted, isActive, percentDone } from '#web/client/run-figures.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { formatDuration, formatTimestamp } from '#web/ui/format-timestamp.ts';

interface Stage {
  name: string;
  state: 'past' | 'now' | 'rest';
  weight: number;
  note?: string;
  share?: number;
}

const ORDER = ['Plan', 'Write', 'Verify', 'Ready'] as const;
/** Relative durations of the stages. */
const WEIGHTS = { Plan: 1, Write: 3, Verify: 1.5, Ready: 1 };
const STAGE_OF: Partial<Record<RunState, (typeof ORDER)[number]>> = {
  planning: 'Plan',
  waiting_for_split: 'Plan',
  queued: 'Write',
  running: 'Write',
  auditing: 'Verify',
};

/** The reply for a project has only its latest runs. */
export const MAX_RUNS = 20;

/** Stages of a run. */
export function listStages(
  run: Pick<Run, 'state' | 'parts_done' | 'parts_total' | 'pages_done' | 'pages_total'>,
): Stage[] {
  const current = STAGE_OF[run.state];
  const at = current === undefined ? ORDER.length : ORDER.indexOf(current);
  const note = findNote(run);
  const share = findShare(run);
  return ORDER.map((name, index) => {
    const weight = WEIGHTS[name];
    if (index !== at) return { name, weight, state: index < at ? 'past' : 'rest' };
    const known = { ...(note !== undefined && { note }), ...(share !== undefined && { share }) };
    return { name, weight, state: 'now', ...known };
  });
}

/** Share of the stage that is done; unknown while planning and verifying. */
function findShare({ state, pages_done, pages_total }: Pick<Run, 'state' | 'pages_done' | 'pages_total'>) {
  if (state === 'queued') return 0;
  return state === 'running' && pages_total > 0 ? pages_done / pages_total : undefined;
}

function findNote({ state, parts_done, parts_total }: Pick<Run, 'state' | 'parts_done' | 'parts_total'>) {
  if (state === 'queued') return 'in queue';
  if (state === 'waiting_for_split') return 'needs your answer';
  if (state !== 'running' || parts_total === 0) return undefined;
  return `${formatCount(parts_done)} of ${formatAmount(parts_total, 'part')}`;
}

/** `9,998` and `of 10,000 pages ready to import`. */
export function formatVerdict(
  run: Pick<Run, 'state' | 'pages_total' | 'pages_done' | 'skipped'>,
): [string, string] {
  return [formatCount(run.pages_total), `of ${formatAmount(countRows(run), 'page')} ready to import`];
}

/** Title of the tab: progress, or the result if the run ended while the page was open. */
export function formatTabTitle(title: string, run: Run | null, hasWatched: boolean): string {
  if (run === null) return title;
  if (run.state === 'running') return `${percentDone(run)}% · ${title}`;
  if (isActive(run.state)) return `… · ${title}`;
  if (!hasWatched) return title;
  if (hasCompleted(run.state)) return `✓ Done · ${title}`;
  if (run.state === 'failed') return `✕ Failed · ${title}`;
  return run.state === 'waiting_for_split' ? `? · ${title}` : title;
}

/** Line below the page title. */
export function formatFacts(project: Project, now: Date): string {
  const { report, progress, base_site_url: site, domain } = project;
  // Completed but not shown on the page: an earlier run was restored.
  const isReplaced = progress !== null && progress.id !== report?.id && hasCompleted(progress.state);
  const isShown = report === null || (progress?.kind === 'save' && !isReplaced);
  const facts = [readHost(site) ?? domain ?? undefined, describeRunLine(isShown ? progress : report, now)];
  const line = facts.filter(Boolean).join(', ');
  // A host isn't capitalized; the start of a sentence is.
  return facts[0] === undefined ? line.charAt(0).toUpperCase() + line.slice(1) : line;
}

function describeRunLine(run: Run | null, now: Date): string {
  if (run === null) return 'no run yet';
  const noun = run.kind === 'test' ? 'test' : 'run';
  if (run.finished_at === null) {
    return run.started_at === null
      ? `${noun} not started yet`
      : `${noun} started ${formatTimestamp(run.started_at, now)}`;
  }
  const ended = { failed: 'failed', canceled: 'was canceled' }[run.state as string] ?? 'finished';
  const took = run.started_at === null ? undefined : Date.parse(run.finished_at) - Date.parse(run.started_at);
  const duration = took === undefined ? '' : ` in ${formatDuration(took)}`;
  return `${noun} ${ended} ${formatTimestamp(run.finished_at, now)}${ended === 'finished' ? duration : ''}`;
}

/** Host of a URL; undefined if the seed has no http(s) URL. */
export function readHost(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host;
}

/**
 * Target of "Review at client server": the first formed link on the site or the domain, otherwise the host
 * itself.
 */
export function reviewAddress({
  base_site_url: base,
  domain,
  formed_links: [first],
}: Pick<Project, 'base_site_url' | 'domain' | 'formed_links'>): string | undefined {
  const site = readHost(base) === undefined ? `https://${domain ?? ''}` : base;
  if (site !== base && readHost(site)?.includes('.') !== true) return undefined;
  if (first === undefined || !URL.canParse(first.url, site)) return site;
  const address = new URL(first.url, site);
  return address.origin === new URL(site).origin ? address.href : site;
}

/** Path of a page's URL; a URL without a path stays whole. */
export const trimOrigin = (url: string): string => url.replace(/^https?:\/\/[^/]+(?=\/.)/i, '');

type Runs = Pick<Project, 'progress' | 'test'>;

/** Test in progress, or done after the run that the page shows. */
export function findShownTest({ progress, test }: Runs): Run | undefined {
  if (test === null || progress === null || test.id === progress.id) return undefined;
  const isOfNow = test.id > progress.id || isActive(test.state) || isActive(progress.state);
  return isOfNow ? test : undefined;
}

/** Samples to show: of the latest test, otherwise of the current run. */
export function pickSampleRun(project: Runs & Pick<Project, 'report'>): Run | undefined {
  const runs = [findShownTest(project), project.progress, project.report];
  return runs.find((run) => run && run.samples.length > 0) ?? undefined;
}

/** Events have the latest run; an event about an older one is late. */
export function newestRun(stored: Run | null, live: Run | undefined): Run | null {
  if (live === undefined || (stored !== null && stored.id > live.id)) return stored;
  // The stored reply was requested after the run had ended, so no event can be newer.
  const isOver = stored !== null && stored.id === live.id && stored.finished_at !== null;
  return isOver ? stored : live;
}
