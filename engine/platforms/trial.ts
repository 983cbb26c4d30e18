/**
 * A page made on trial and judged as the files will be: what is broken in the seed itself would be
 * broken in every page, so it is reported with its place in the seed before anything is written. From
 * two pages it shows whether a fault is the seed's or a row's.
 */
import { type SeedFlaws, toFlawKeys, toFlawKey } from '../verify/seed-flaws.ts';
import type { AuditProblem, AuditedPart, PlatformAudit } from '../verify/platform-audit.ts';
import { buildParts } from '../render/build.ts';
import { createExpectation } from '../render/expectation.ts';
import { type Plan, planPages } from '../render/plan.ts';
import type { Project, ProjectReading } from '../render/project.ts';
import type { Problem } from '../problem.ts';
import { locateInSeed } from '../render/seed.ts';
import { type Layout, layoutParts } from '../render/layout.ts';
import { createNeutralTable } from '../sheet/read-cells.ts';

/** Rows that are tried until as many of them land as are made. */
const TRIED_ROWS = 50;
const COMPARED_PAGES = 2;
const NOBODY: ReadonlySet<number> = new Set();

interface TrialAudit {
  /** The audit of the project's platform. */
  audit: PlatformAudit;
  /** The page is made of the seed to learn its flaws. */
  isPattern: boolean;
}

/** A plan of the first rows that land, of so many; `undefined` where none does. */
function planTrial(project: Project, pages: number): Plan | undefined {
  const count = Math.min(TRIED_ROWS, project.table.rowCount);
  const landing: number[] = [];
  let plan: Plan | undefined;
  for (let row = 0; row < count && landing.length < pages; row += 1) {
    const next = planPages(project, { only: [...landing, row] });
    if (next.pages === landing.length) continue;
    landing.push(row);
    plan = next;
  }
  return plan;
}

function auditTrial(layout: Layout, { audit, isPattern }: TrialAudit): AuditedPart {
  const { template, flaws, seed } = layout.plan.project;
  const { recordPath } = template;
  const auditor = audit.create({ recordPath, file: seed.file, flaws, isPattern });
  for (const event of buildParts(layout)) if (event.type === 'bytes') auditor.push(event.bytes);
  return auditor.end();
}

/** Index of the record of the trial that the line belongs to; -1 before the first. */
function indexAt(line: number, part: AuditedPart): number {
  return part.items.line.findLastIndex((start) => start <= line);
}

/** The text without the name of the trial's page, which the user doesn't know. */
function readDetail({ text, detail = text }: AuditProblem): string {
  return detail.replace(/^The /u, 'the ');
}

function toSeedProblem(problem: AuditProblem, project: Project, record: number): Problem {
  const { seed, template } = project;
  const { code, field } = problem;
  const { title, start } = template.locate(record, field);
  return {
    code,
    severity: 'fault',
    file: seed.file,
    ...locateInSeed(seed, start),
    ...(field === undefined ? {} : { field }),
    text: `"${title || '(no title)'}" would arrive damaged: ${readDetail(problem)}`,
  };
}

/**
 * Flaws of the pattern itself, found in a page of a neutral row: how many of each kind, and a notice for
 * each. What goes along with the pages is unchanged, so its flaws are the seed's as well.
 */
function findSeedFlaws(project: Project, audit: PlatformAudit): { flaws: SeedFlaws; notices: Problem[] } {
  const { columns, file } = project.table;
  const table = createNeutralTable(
    columns.map(({ name }) => name),
    file,
  );
  if (table === undefined) return { flaws: {}, notices: [] };
  const plan = planPages({ ...project, table });
  const part = auditTrial(layoutParts(plan, { name: 'neutral', split: null }), { audit, isPattern: true });
  const flaws: Record<string, number> = {};
  const notices = new Map<string, Problem>();
  for (const { item = 0, ...problem } of part.problems) {
    const kind = toFlawKey(problem);
    if (kind === undefined) continue;
    for (const key of toFlawKeys(problem)) flaws[key] = (flaws[key] ?? 0) + 1;
    if (notices.has(kind) || problem.shape !== undefined) continue;
    const told = toSeedProblem(problem, project, item);
    const text = `It is so in the seed and stays as it is: ${readDetail(problem)}`;
    notices.set(kind, { ...told, severity: 'notice', text });
  }
  return {
    flaws,
    notices: [...notices].map(([kind, notice]) => {
      const more = (flaws[kind] ?? 1) - 1;
      return more === 0 ? notice : { ...notice, text: `${notice.text} The same in ${more} more places.` };
    }),
  };
}

/** Pages made of the first rows that land, and what the audit says of them. */
interface Trial {
  plan: Plan;
  part: AuditedPart;
  faults: readonly AuditProblem[];
  /** Pages whose row holds the name of a placeholder in brackets, so that it looks as if that one were filled. */
  excusing: ReadonlySet<number>;
}

/** @returns `undefined` where no row lands */
function makeTrial(project: Project, pages: number, trialAudit: TrialAudit): Trial | undefined {
  const plan = planTrial(project, pages);
  if (!plan) return undefined;
  const layout = layoutParts(plan, { name: 'trial', split: null });
  const part = auditTrial(layout, trialAudit);
  // so few pages are no measure for what pages have in common
  const { varied: _, ...expected } = createExpectation(layout);
  const faults = trialAudit.audit
    .check([part], expected)
    .problems.filter(({ severity, code }) => severity === 'fault' && code !== 'pages-missing');
  const excusing = [...plan.rows.keys()].filter((page) => project.firstId + page in expected.expectedTexts);
  return { plan, part, faults, excusing: new Set(excusing) };
}

/** Nothing is wrong with the page, and no row hides that something is. */
function isWhole({ part, faults, excusing }: Trial): boolean {
  const hasFlaw = part.problems.some((problem) => toFlawKey(problem) !== undefined);
  return faults.length === 0 && excusing.size === 0 && !hasFlaw;
}

/** Faults of the seed that no row can fix; empty where the first pages come out whole. */
function listDamages({ plan, part, faults, excusing }: Trial): Problem[] {
  const { project } = plan;
  const firstPage = project.template.statics.length;
  const pagesOf = new Map<string, Set<number>>();
  for (const { code, field, line = 0 } of faults) {
    const key = `${code} ${field}`;
    const page = indexAt(line, part) - firstPage;
    if (page >= 0) pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(page));
  }
  return faults.flatMap((fault) => {
    const index = indexAt(fault.line ?? 0, part);
    const pages = pagesOf.get(`${fault.code} ${fault.field}`) ?? new Set();
    const [first] = pages;
    const excused = fault.code === 'placeholder-unfilled' ? excusing : NOBODY;
    // of the pages the first one speaks for all
    if (index >= firstPage && (index - firstPage !== first || !isOfSeed(pages, excused, plan.pages)))
      return [];
    return [toSeedProblem(fault, project, index)];
  });
}

/**
 * Does what is wrong with these pages come from the seed? Then it is wrong with all of them, but for those whose
 * row excuses it.
 */
function isOfSeed(pages: ReadonlySet<number>, excusing: ReadonlySet<number>, count: number): boolean {
  const others = Array.from({ length: count }, (_, page) => page).filter((page) => !pages.has(page));
  return (
    others.every((page) => excusing.has(page)) &&
    (others.length === 0 || [...pages].some((page) => !excusing.has(page)))
  );
}

/** The project with the seed's own flaws, or without a project where its pages would arrive damaged. */
export function tryProject(
  assembled: Project,
  problems: readonly Problem[],
  audit: PlatformAudit,
): ProjectReading {
  const first = makeTrial(assembled, 1, { audit, isPattern: true });
  if (first && isWhole(first)) return { compiled: assembled, project: assembled, problems: [...problems] };
  const { flaws, notices } = findSeedFlaws(assembled, audit);
  const project = { ...assembled, flaws };
  const compared = makeTrial(project, COMPARED_PAGES, { audit, isPattern: false });
  const damages = compared ? listDamages(compared) : [];
  if (damages.length > 0) return { compiled: project, problems: [...problems, ...damages] };
  return { compiled: project, project, problems: [...problems, ...notices] };
}
