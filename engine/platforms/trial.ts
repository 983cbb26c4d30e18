/**
 * Builds a trial page and audits it like the final files: a flaw in the seed itself would be
 * broken in every page, so it is reported with its place in the seed before anything is written. From
 * two pages it shows whether a fault is the seed's or a row's.
 */
import { VARIED_TAGS, type SeedFlaws, toFlawKeys, toFlawKey } from '../verify/seed-flaws.ts';
import type { AuditProblem, AuditedPart, PlatformAudit } from '../verify/platform-audit.ts';
import { buildParts } from '../render/build.ts';
import { createExpectation } from '../render/expectation.ts';
import { type Plan, planPages } from '../render/plan.ts';
import type { Project, ProjectReading } from '../render/project.ts';
import type { Problem } from '../problem.ts';
import { reportInSeed } from '../render/seed.ts';
import type { SteeringColumn } from '../render/page-setting.ts';
import { type Layout, layoutParts } from '../render/layout.ts';
import { listPieceConstructs } from '../encoding/piece.ts';
import { createNeutralTable } from '../sheet/read-cells.ts';

/** Maximum number of rows to try until enough of them make a page. */
const TRIED_ROWS = 50;
const COMPARED_PAGES = 2;
const NO_PAGES: ReadonlySet<number> = new Set();
/** Index of a row with empty cells. */
const NO_ROW = -1;

interface TrialAudit {
  /** The audit of the project's platform. */
  audit: PlatformAudit;
  /** The page is built from the seed to find its flaws. */
  isPattern: boolean;
}

/** Plans the first `pages` rows that make a page; `undefined` if none of them does. */
function planTrial(project: Project, pages: number): Plan | undefined {
  const built: number[] = [];
  let plan: Plan | undefined;
  for (const row of project.table.listFirstRows(TRIED_ROWS)) {
    if (built.length === pages) break;
    const next = planPages(project, { only: [...built, row] });
    if (next.pages === built.length) continue;
    built.push(row);
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
  return reportInSeed(seed, start, {
    code,
    severity: 'fault',
    ...(field === undefined ? {} : { field }),
    text: `"${title || '(no title)'}" would be damaged: ${readDetail(problem)}`,
  });
}

/** Maximum number of branches of a construct in which flaws of the seed are searched. */
const MAX_BODIES = 10;

/**
 * Flaws of the pattern itself, found in a page of a neutral row: how many of each kind (any number within a list),
 * and a notice for each. Accompanying records are copied unchanged, so their flaws are the seed's as well.
 */
function findSeedFlaws(project: Project, audit: PlatformAudit): { flaws: SeedFlaws; notices: Problem[] } {
  const { columns, file } = project.table;
  const table = createNeutralTable(
    columns.map(({ name }) => name),
    file,
  );
  if (table === undefined) return { flaws: {}, notices: [] };
  const { steering, ...template } = project.template;
  const neutral = steering && {
    columns: new Map<SteeringColumn, number>(),
    varied: steering.varied,
    read: () => steering.read(NO_ROW),
  };
  const given = { ...project, table, template: { ...template, ...(neutral && { steering: neutral }) } };
  const auditShape = (body: number, repeats: number) => {
    const plan = planPages({ ...given, shape: { body, repeats } });
    return auditTrial(layoutParts(plan, { name: 'neutral', split: null }), { audit, isPattern: true });
  };
  const flaws: Record<string, number> = {};
  const repeated = new Set<string>();
  const notices = new Map<string, Problem>();
  const bodies = countBodies(project);
  if (bodies > 0) flaws[VARIED_TAGS] = 1;
  for (let body = 0; body < Math.max(1, Math.min(bodies, MAX_BODIES)); body += 1) {
    const part = auditShape(body, 1);
    const counts = countFlaws(part);
    for (const { item = 0, ...problem } of part.problems) {
      const kind = toFlawKey(problem);
      if (kind === undefined || notices.has(kind) || problem.shape !== undefined) continue;
      const found = toSeedProblem(problem, project, item);
      const text = `The seed has this problem too, so it stays as it is: ${readDetail(problem)}`;
      notices.set(kind, { ...found, severity: 'notice', text });
    }
    for (const [key, count] of counts) flaws[key] = Math.max(flaws[key] ?? 0, count);
    const twice = counts.size > 0 && hasLists(project) ? countFlaws(auditShape(body, 2)) : counts;
    for (const [key, count] of twice) if (count > (counts.get(key) ?? 0)) repeated.add(key);
  }
  const ofLists = [...repeated].map((key) => [key, Number.MAX_SAFE_INTEGER] as const);
  return {
    flaws: { ...flaws, ...Object.fromEntries(ofLists) },
    notices: [...notices].map(([kind, notice]) => {
      const more = (flaws[kind] ?? 1) - 1;
      return more === 0 ? notice : { ...notice, text: `${notice.text} The same in ${more} more places.` };
    }),
  };
}

/** Largest number of bodies of a construct; 0 without one. */
const countBodies = ({ pattern }: Project): number =>
  Math.max(0, ...listPieceConstructs(pattern.pieces).map(({ bodies }) => bodies.length));

/** Checks for constructs that repeat their body. */
const hasLists = ({ pattern }: Project): boolean =>
  listPieceConstructs(pattern.pieces).some(({ bodies: [body] }) =>
    ['for', 'nearby'].includes(body?.marker.kind ?? ''),
  );

function countFlaws({ problems }: AuditedPart): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of problems.flatMap(toFlawKeys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Pages built from the first rows that make one, and their audit. */
interface Trial {
  plan: Plan;
  part: AuditedPart;
  faults: readonly AuditProblem[];
  /** Pages whose row contains the name of a placeholder in brackets, which hides an unfilled one. */
  excusing: ReadonlySet<number>;
}

/** @returns `undefined` if no row makes a page */
function makeTrial(project: Project, pages: number, trialAudit: TrialAudit): Trial | undefined {
  const plan = planTrial(project, pages);
  if (!plan) return undefined;
  const layout = layoutParts(plan, { name: 'trial', split: null });
  const part = auditTrial(layout, trialAudit);
  // a few pages don’t show what all pages have in common
  const { varied: _, ...expected } = createExpectation(layout);
  const faults = trialAudit.audit
    .check([part], expected)
    .problems.filter(({ severity, code }) => severity === 'fault' && code !== 'pages-missing');
  const excusing = [...plan.rows.keys()].filter((page) => project.firstId + page in expected.expectedTexts);
  return { plan, part, faults, excusing: new Set(excusing) };
}

/** True if the page is without flaws, and rows don't hide one. */
function isWhole({ part, faults, excusing }: Trial): boolean {
  const hasFlaw = part.problems.some((problem) => toFlawKey(problem) !== undefined);
  return faults.length === 0 && excusing.size === 0 && !hasFlaw;
}

/** Faults of the seed that no row can fix; empty where the first pages come out whole. */
function listDamages({ plan, part, faults, excusing }: Trial): Problem[] {
  const { project } = plan;
  const firstPage = project.template.statics.length;
  const pagesByProblem = new Map<string, Set<number>>();
  for (const { code, field, line = 0 } of faults) {
    const key = `${code} ${field}`;
    const page = indexAt(line, part) - firstPage;
    if (page >= 0) pagesByProblem.set(key, (pagesByProblem.get(key) ?? new Set()).add(page));
  }
  return faults.flatMap((fault) => {
    const index = indexAt(fault.line ?? 0, part);
    const pages = pagesByProblem.get(`${fault.code} ${fault.field}`) ?? new Set();
    const [first] = pages;
    const excused = fault.code === 'placeholder-unfilled' ? excusing : NO_PAGES;
    // reported once, for the first page
    if (index >= firstPage && (index - firstPage !== first || !isOfSeed(pages, excused, plan.pages)))
      return [];
    return [toSeedProblem(fault, project, index)];
  });
}

/**
 * True if the flaw of these pages comes from the seed: all pages have it, except those whose row hides it.
 */
function isOfSeed(pages: ReadonlySet<number>, excusing: ReadonlySet<number>, count: number): boolean {
  const others = Array.from({ length: count }, (_, page) => page).filter((page) => !pages.has(page));
  return (
    others.every((page) => excusing.has(page)) &&
    (others.length === 0 || [...pages].some((page) => !excusing.has(page)))
  );
}

/** Returns the project with the seed's own flaws, or no project if its pages would be damaged. */
export function tryProject(
  assembled: Project,
  problems: readonly Problem[],
  audit: PlatformAudit,
): ProjectReading {
  const first = makeTrial(assembled, 1, { audit, isPattern: true });
  const isOne = countBodies(assembled) === 0;
  if (isOne && first && isWhole(first))
    return { compiled: assembled, project: assembled, problems: [...problems] };
  const { flaws, notices } = findSeedFlaws(assembled, audit);
  const project = { ...assembled, flaws };
  const compared = makeTrial(project, COMPARED_PAGES, { audit, isPattern: false });
  const damages = compared ? listDamages(compared) : [];
  if (damages.length > 0) return { compiled: project, problems: [...problems, ...damages] };
  return { compiled: project, project, problems: [...problems, ...notices] };
}
