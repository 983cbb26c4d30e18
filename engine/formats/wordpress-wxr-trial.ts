/**
 * One page made on trial and judged as the files will be: what is broken in the seed itself would be
 * broken in every page, so it is told with its place in the seed before anything is written.
 */
import { createPartAudit, judgeParts } from '../audit/audit.ts';
import type { PartAudit } from '../audit/part-audit.ts';
import { buildParts } from '../fill/build.ts';
import { expectationOf } from '../fill/expectation.ts';
import { type Plan, planPages } from '../fill/plan.ts';
import type { Project } from '../fill/project.ts';
import type { Problem } from '../problem.ts';
import { type Seed, type SeedItem, placeInSeed } from '../seed/seed.ts';
import type { XmlElement } from '../seed/xml-outline.ts';
import { type Layout, layoutParts } from '../split/layout.ts';

/** Rows that are tried until one of them lands. */
const TRIED_ROWS = 50;

/** A plan of the first row that lands; `undefined` where none of the first ones does. */
function planTrial(project: Project): Plan | undefined {
  const count = Math.min(TRIED_ROWS, project.table.rowCount);
  for (let row = 0; row < count; row += 1) {
    const plan = planPages(project, [row]);
    if (plan.pages > 0) return plan;
  }
  return undefined;
}

function auditTrial(layout: Layout, file: string): PartAudit {
  const audit = createPartAudit({ file });
  for (const event of buildParts(layout)) if (event.type === 'bytes') audit.push(event.bytes);
  return audit.end();
}

/** The seed's record that the line of the trial belongs to. */
function itemAt(line: number, part: PartAudit, items: readonly SeedItem[]): SeedItem | undefined {
  return items[part.items.line.findLastIndex((start) => start <= line)];
}

function findElement(
  element: XmlElement,
  matches: (candidate: XmlElement) => boolean,
): XmlElement | undefined {
  for (const child of element.children) {
    const found = matches(child) ? child : findElement(child, matches);
    if (found) return found;
  }
  return undefined;
}

/** Where the field stands in the record: a meta by its key, a leaf with elements in it, any leaf. */
function elementOf({ element, metas }: SeedItem, field: string): XmlElement {
  const meta = metas.find(({ key }) => field === `meta ${key.text}`);
  return (
    meta?.value.element ??
    findElement(element, ({ name, children }) => name === field && children.length > 0) ??
    findElement(element, ({ name }) => name === field) ??
    element
  );
}

/** `Page "plumber-waco": it is …` → `it is …`: the page of the trial is no page of the user's. */
function bareText(text: string): string {
  return text.replace(/^[A-Z][\w-]* (?:"[^"]*"|\d+): /u, '').replace(/^The /u, 'the ');
}

function tellOf(problem: Problem, seed: Seed, item: SeedItem): Problem {
  const { code, field, text } = problem;
  const { start } = field === undefined ? item.element : elementOf(item, field);
  return {
    code,
    severity: 'fault',
    file: seed.file,
    ...placeInSeed(seed, start),
    ...(field === undefined ? {} : { field }),
    text: `"${item.title || '(no title)'}" would arrive damaged: ${bareText(text)}`,
  };
}

/** Faults of the seed that no row can mend; empty where the first page comes out whole. */
export function tryPage(project: Project): Problem[] {
  const plan = planTrial(project);
  if (!plan) return [];
  const { seed, statics, pattern } = project;
  const layout = layoutParts(plan, { name: 'trial', split: null });
  const part = auditTrial(layout, seed.file);
  const { problems } = judgeParts([part], expectationOf(layout));
  const items = [...statics.records.map(({ item }) => item), pattern.item];
  return problems
    .filter(({ severity, code }) => severity === 'fault' && code !== 'pages-missing')
    .map((problem) => tellOf(problem, seed, itemAt(problem.line ?? 0, part, items) ?? pattern.item));
}
