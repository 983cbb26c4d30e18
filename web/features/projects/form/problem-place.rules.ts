/** Assigns each problem to the one place where it can be fixed, and computes the state of each section. */
import { isGeocoder } from '#contract/project-types.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { type SectionName, sections } from '../shared/messages.ts';
import { formatType } from '../shared/project-types.rules.ts';
import type { Inspection, PageLimits, Problem, ProjectForm } from './form-state.ts';
import { countOpen } from './match-columns.rules.ts';

export interface PlacedProblems {
  /** Problems of the site's base URL. */
  details: Problem[];
  seed: Problem[];
  /** Problems of the whole sheet; problems of single rows are in the table's own list. */
  sheet: Problem[];
  footer: Problem[];
  schedule: Problem[];
}

const RANK = { fault: 0, loss: 1, notice: 2 } as const;

/** Engine's name for the footer template. */
const FOOTER = 'footer link template';
/** Engine's field for a missing base URL of the site. */
const SITE = 'site';

/** Shown by their own control: brackets in the facts, tab and hidden rows in the sheet's card, page settings. */
const CONTROL_CODES = new Set([
  'sheet-chosen',
  'rows-hidden',
  'brackets-untouched',
  'steering-likely',
  'steering-unsupported',
]);

/** Reported for the seed, but fixed in the sheet. */
const SHEET_CODES = new Set(['no-slug-column']);

/** Problems that choosing a page fixes. */
export const CHOICE_CODES: ReadonlySet<string> = new Set([
  'seed-two-patterns',
  'page-unknown',
  'page-ambiguous',
]);

/** Problems of the schedule, whichever file they are reported for. */
const SCHEDULE_CODES = new Set(['malformed-schedule', 'schedule-unsupported']);

/** A position in the seed is useless in another panel. */
const withoutPlace = ({ code, severity, text }: Problem): Problem => ({ code, severity, text });

function findPlace(problem: Problem, inspection: Inspection, seedName?: string): keyof PlacedProblems {
  if (problem.file === FOOTER) return 'footer';
  if (SCHEDULE_CODES.has(problem.code)) return 'schedule';
  if (problem.field === SITE && problem.file === seedName) return 'details';
  if (SHEET_CODES.has(problem.code) || problem.row !== undefined) return 'sheet';
  if (problem.file !== undefined) return problem.file === seedName ? 'seed' : 'sheet';
  return problem.line !== undefined || !inspection.table ? 'seed' : 'sheet';
}

/** Rows above the first one are the header; its problems belong to the whole sheet. */
function isListedByTable({ row }: Problem, { table }: Inspection): boolean {
  return table !== undefined && row !== undefined && row >= (table.rows[0]?.row ?? 0);
}

/** Placeholders without a column, or with a missing image, have a row in Match columns. */
function isMatchRow({ code, severity }: Problem, { seed, table }: Inspection): boolean {
  if (!seed || !table) return false;
  if (code === 'placeholder-unknown') return severity === 'fault';
  return (
    code === 'image-missing' && seed.placeholders.some(({ state, isImage }) => state === 'unknown' && isImage)
  );
}

/** Faults first, then skipped rows, then notices; otherwise in the engine's order. */
export function placeProblems(inspection: Inspection | undefined, seedName?: string): PlacedProblems {
  const placed: PlacedProblems = { details: [], seed: [], sheet: [], footer: [], schedule: [] };
  if (!inspection) return placed;
  const sorted = inspection.problems.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  for (const problem of sorted) {
    if (isListedByTable(problem, inspection) || CONTROL_CODES.has(problem.code)) continue;
    const place = findPlace(problem, inspection, seedName);
    if (place !== 'footer' && isMatchRow(problem, inspection)) continue;
    const isElsewhere = place === 'details' || SHEET_CODES.has(problem.code) || place === 'schedule';
    placed[place].push(isElsewhere ? withoutPlace(problem) : problem);
  }
  return placed;
}

/** Pages of this save above the plan's limit. */
export const countOverLimit = (limits: PageLimits | null | undefined): number =>
  !limits || limits.limit < 0 ? 0 : Math.max(0, limits.used + limits.adding - limits.limit);

export interface Blocker {
  /** Id of the place in the page. */
  place: string;
  text: string;
}

const countFaults = (problems: readonly Problem[]): number =>
  problems.filter(({ severity }) => severity === 'fault').length;

export const LIMIT_ID = 'pages-this-month';
export const MATCH_ID = 'match-columns';

/** Section of each field, in the order of the form. */
const FIELD_SECTIONS: Record<keyof ProjectForm['errors'], SectionName> = {
  title: 'details',
  domain_id: 'details',
  site_base_url: 'details',
  notes: 'details',
  file: 'seed',
  seed_page: 'seed',
  keep: 'seed',
  file_name: 'images',
  caption: 'images',
  google_spread_sheet: 'sheet',
  script: 'sheet',
  footer_links: 'footer',
  schedule: 'schedule',
};

/** Places of inputs that aren't text fields. */
const findFieldPlace = (name: string, type: string): string => {
  if (name === 'file') return isGeocoder(type) ? sections.images.id : sections.seed.id;
  return name === 'script' ? sections.sheet.id : `field-${name}`;
};

type Blocked = Pick<ProjectForm, 'inspection' | 'draft' | 'limits' | 'otherPlatform' | 'type' | 'errors'>;

/** Everything that blocks saving, in the order of the form, with the place to fix it. */
export function listBlockers(form: Blocked): Blocker[] {
  const { inspection, draft, limits, type, errors } = form;
  const { seed, sheet, footer, schedule } = placeProblems(inspection, draft.seed?.name);
  const open = countOpen(inspection);
  const over = countOverLimit(limits);
  const found: Partial<Record<SectionName, Blocker[]>> = {
    seed: toSeedBlockers(form, seed),
    sheet: [
      ...toBlockers('sheet', sheet),
      ...(open > 0 ? [{ place: MATCH_ID, text: `Match ${formatAmount(open, 'placeholder')}` }] : []),
    ],
    footer: toBlockers('footer', footer),
    schedule: toBlockers('schedule', schedule),
  };
  const names = Object.keys(FIELD_SECTIONS) as (keyof typeof FIELD_SECTIONS)[];
  const blockers = (Object.keys(sections) as SectionName[]).flatMap((section) => [
    ...names.flatMap((name) => {
      const text = errors[name];
      if (FIELD_SECTIONS[name] !== section || text === undefined) return [];
      return [{ place: findFieldPlace(name, type), text }];
    }),
    ...(found[section] ?? []),
  ]);
  return over > 0
    ? [...blockers, { place: LIMIT_ID, text: `${formatAmount(over, 'page')} over your limit this month` }]
    : blockers;
}

function toBlockers(section: SectionName, problems: readonly Problem[]): Blocker[] {
  const count = countFaults(problems);
  const { id: place, title } = sections[section];
  return count === 0 ? [] : [{ place, text: `${title}: ${formatAmount(count, 'problem')}` }];
}

function toSeedBlockers({ otherPlatform, inspection }: Blocked, problems: readonly Problem[]): Blocker[] {
  const { id: place } = sections.seed;
  if (otherPlatform !== undefined) return [{ place, text: `This is a ${formatType(otherPlatform)} file` }];
  const choices = inspection?.seed?.choices ?? [];
  const isChoice = ({ code }: Problem) => choices.length > 0 && CHOICE_CODES.has(code);
  return [
    ...(problems.some(isChoice) ? [{ place: 'field-seed_page', text: 'Choose the page to fill' }] : []),
    ...toBlockers(
      'seed',
      problems.filter((problem) => !isChoice(problem)),
    ),
  ];
}

/** `empty`: nothing given yet; `busy`: being inspected; `problem`: a fault or skipped rows. */
export type SectionState = 'empty' | 'busy' | 'done' | 'problem';

export interface SectionReport {
  state: SectionState;
  /** Faults and skipped rows; notices don't affect the pages. */
  count: number;
}

export interface SectionFacts {
  has: boolean;
  /** True if the latest reply is about the current content of the section. */
  isFresh: boolean;
  isBusy: boolean;
  problems: number;
}

export function reportSection({ has, isFresh, isBusy, problems }: SectionFacts): SectionReport {
  if (has && isFresh) return { state: problems > 0 ? 'problem' : 'done', count: problems };
  // If the parser failed, the file is unread.
  return { state: has && isBusy ? 'busy' : 'empty', count: 0 };
}

/** Number of faults and skipped rows in a panel. */
export function countSerious(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity !== 'notice').length;
}
