/** Fills pages of a plan and measures them as a run does: from the bytes of a file, with the values of their rows. */
import { createPartAudit } from '../platforms/audit.ts';
import type { HashStore } from '../quality/hash-store.ts';
import { type PageFacts, PageMeter } from '../quality/measure-page.ts';
import type { PageRows } from '../quality/row-values.ts';
import { Pages } from '../render/pages.ts';
import type { Plan } from '../render/plan.ts';
import { CELL_END, type Table } from '../sheet/table.ts';
import type { AuditedPage } from '../verify/audited-page.ts';

/** Pages in the order in which they were asked for. */
export interface FilledPages {
  pages: AuditedPage[];
  facts: PageFacts[];
  rows: PageRows;
  /** Shingles of each page. */
  reader: HashStore;
}

/** Stores shingles in memory. */
export function createMemoryStore(): HashStore {
  const stored: Uint32Array[] = [];
  return {
    add: (hashes) => stored.push(hashes.slice()),
    read: (index) => stored[index] ?? new Uint32Array(0),
  };
}

/**
 * Fills the pages and reads them back.
 * @param sheet whose values are masked, without columns that the project adds, as in a run
 * @returns undefined if the audit doesn't find as many pages
 */
export function fillPages(plan: Plan, sheet: Table, wanted: readonly number[]): FilledPages | undefined {
  const { template, seed } = plan.project;
  const filler = new Pages(plan);
  const frame = template.frame({ isFirst: true, isLast: true });
  const pages: AuditedPage[] = [];
  const { recordPath } = template;
  const onPage = (page: AuditedPage) => pages.push(page);
  const audit = createPartAudit({ format: template.format, file: seed.file, recordPath, onPage });
  const encoder = new TextEncoder();
  const slugs: string[] = [];
  const cells: string[] = [];
  audit.push(encoder.encode(frame.head));
  for (const page of wanted) {
    const { text, link } = filler.fill(page);
    slugs.push(link.slug);
    cells.push(sheet.getCells(plan.rows[page] ?? 0).join(CELL_END));
    audit.push(encoder.encode(frame.gap + text));
  }
  audit.push(encoder.encode(frame.tail));
  audit.end();
  if (pages.length !== wanted.length) return undefined;
  const rows = { columns: sheet.columns.map(({ name }) => name), pages: slugs, slugs: [], cells };
  const meter = new PageMeter(rows);
  const reader = createMemoryStore();
  const facts = pages.map((page) => {
    const measured = meter.measure(page);
    reader.add(measured.shingles);
    return measured.facts;
  });
  return { pages, facts, rows, reader };
}
