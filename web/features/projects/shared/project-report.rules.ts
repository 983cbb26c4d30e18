/** Texts about the runs of a project. */
import type { Project } from '#contract/project-shapes.ts';
import type { Run, RunState } from '#contract/run-shapes.ts';
import { readSchedule } from '#contract/page-settings.ts';
import { countRows, hasCompleted, isActive, percentDone } from '#web/client/run-figures.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { formatCalendarDate, formatDuration, formatTimestamp } from '#web/ui/format-timestamp.ts';
import { readHost } from './read-host.ts';

interface Stage {
  name: string;
  state: 'past' | 'now' | 'rest';
  weight: number;
  note?: string;
  share?: number;
}

const ORDER = ['Plan', 'Measure', 'Write', 'Verify', 'Ready'] as const;
type StageName = (typeof ORDER)[number];
/** Relative durations of the stages. */
const WEIGHTS: Record<StageName, number> = { Plan: 1, Measure: 3, Write: 3, Verify: 1.5, Ready: 1 };
const STAGE_OF: Partial<Record<RunState, StageName>> = {
  planning: 'Plan',
  waiting_for_split: 'Plan',
  queued: 'Write',
  running: 'Write',
  auditing: 'Verify',
};

/** The reply for a project has only its latest runs. */
export const MAX_RUNS = 20;

type StagedRun = Pick<
  Run,
  'state' | 'parts_done' | 'parts_total' | 'pages_done' | 'pages_total' | 'gate' | 'is_measuring' | 'compared'
>;

/** Stages of a run. With a quality gate, its pages are measured before they are written. */
export function listStages(run: StagedRun): Stage[] {
  const order = ORDER.filter((name) => name !== 'Measure' || run.gate !== null);
  const current = run.is_measuring ? 'Measure' : STAGE_OF[run.state];
  const at = current === undefined ? order.length : order.indexOf(current);
  const note = findNote(run);
  const share = findShare(run);
  return order.map((name, index) => {
    const weight = WEIGHTS[name];
    if (index !== at) return { name, weight, state: index < at ? 'past' : 'rest' };
    const details = { ...(note !== undefined && { note }), ...(share !== undefined && { share }) };
    return { name, weight, state: 'now', ...details };
  });
}

/** Share of the stage that is done; unknown while planning, and while files are read back. */
function findShare({ state, pages_done, pages_total, gate, is_measuring, compared }: StagedRun) {
  if (state === 'queued') return 0;
  if (state === 'auditing') return compared ?? undefined;
  if (state !== 'running' || pages_total === 0) return undefined;
  const share = pages_done / pages_total;
  if (gate === null) return share;
  // Each of the two builds counts half.
  return is_measuring ? share * 2 : Math.max(0, share * 2 - 1);
}

function findNote({ state, parts_done, parts_total, is_measuring, compared }: StagedRun) {
  if (state === 'queued') return 'in queue';
  if (state === 'waiting_for_split') return 'needs your answer';
  if (compared !== null) return `${Math.floor(compared * 100)}% of the pages compared`;
  if (state !== 'running' || parts_total === 0) return undefined;
  if (is_measuring) return 'for the quality gate';
  return `${formatCount(parts_done)} of ${formatAmount(parts_total, 'part')}`;
}

/**
 * `9,998` and `of 10,000 pages ready to import`; with a quality gate `360` and `pages ready, 138 held back by the
 * quality gate`.
 */
export function formatVerdict(
  run: Pick<Run, 'state' | 'pages_total' | 'pages_done' | 'skipped' | 'held' | 'gate'>,
): [string, string] {
  const { pages_total: pages, held, gate } = run;
  const count = formatCount(pages);
  if (gate === null || held === 0)
    return [count, `of ${formatAmount(countRows(run), 'page')} ready to import`];
  const ready = `${pages === 1 ? 'page' : 'pages'} ready`;
  if (gate.action === 'leave-out')
    return [count, `${ready}, ${formatCount(held)} held back by the quality gate`];
  const drafts = held === 1 ? 'as a draft' : 'as drafts';
  const how = gate.action === 'draft' ? drafts : 'with noindex';
  return [count, `${ready}, ${formatCount(held)} of them ${how} because of the quality gate`];
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
  const facts = [
    readHost(site) ?? domain ?? undefined,
    describeSchedule(project.schedule),
    describeRunLine(isShown ? progress : report, now),
  ];
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

/** `10 pages a day from Dec 1, 2026`, `imported as drafts`; undefined if all pages are published now. */
function describeSchedule(text: string): string | undefined {
  const schedule = readSchedule(text);
  if (schedule.kind === 'drafts') return 'imported as drafts';
  if (schedule.kind === 'now') return undefined;
  const { perDay, day } = schedule;
  const pages = `${formatAmount(Number(perDay), 'page')} a day`;
  return day === '' ? pages : `${pages} from ${formatCalendarDate(day)}`;
}
