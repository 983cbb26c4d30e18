/**
 * Fills a text of the page language for the first rows of a sheet, to try out a construct before it is pasted into a
 * page. It is filled like a footer link template, so a seed isn't necessary.
 */
import { FilledPage } from '../render/filled-page.ts';
import { createRowKey } from '../render/page-slug.ts';
import { planPages } from '../render/plan.ts';
import type { Project } from '../render/project.ts';
import { createRowOpener } from '../render/project-row.ts';
import type { RowValues } from '../render/row-values.ts';
import { FOOTER_FILE } from '../render/scan-problems.ts';
import { createPlainSeed } from '../platforms/plain-seed.ts';
import { readSeed } from '../platforms/read-seed.ts';
import type { Problem } from '../problem.ts';
import { cutText } from '../text/cut-text.ts';
import { combineInput, type InspectInput, prepareFor } from './inspect.ts';

/** Number of rows to fill. */
const SHOWN_ROWS = 5;
const LABEL_CHARACTERS = 100;
const TEXT_CHARACTERS = 10_000;

/** The text as one row fills it. */
export interface PreviewRow {
  /** Row of the sheet: the header is row 1. */
  row: number;
  /** Town of the row, or else its first cell with a text. */
  label: string;
  text: string;
}

export interface TextPreview {
  /** Empty while a fault refuses the text. */
  rows: PreviewRow[];
  problems: Problem[];
}

function getLabel({ columns, table }: Project, values: RowValues): string {
  const town = columns.resolve('geo_city');
  const label = town ? values.computeText({ source: town.source, filters: [], isHtml: false }).trim() : '';
  const cells = table.getCells(values.row).map((cell) => cell.trim());
  return cutText(label || (cells.find((cell) => cell !== '') ?? ''), LABEL_CHARACTERS);
}

function fillRows(project: Project): TextPreview {
  const { template, firstId } = project;
  const rows = Array.from({ length: Math.min(SHOWN_ROWS, project.table.rowCount) }, (_, row) => row);
  const open = createRowOpener(project, planPages(project, { only: rows }).neighbors);
  const problems: Problem[] = [];
  const filled = rows.map((row): PreviewRow => {
    const own = open(row);
    const key = createRowKey(project, own);
    const place = key && { id: firstId, ...key, date: template.dates?.base ?? 0 };
    const values = place ? own.withIdentity(template.identities.forPlanning(place)) : own;
    const page = new FilledPage(project.footer.program, values);
    const text = cutText(page.write(), TEXT_CHARACTERS);
    const number = project.table.rowNumber(row);
    for (const { code, reason, text: value } of page.faults)
      problems.push({ code, severity: 'loss', row: number, text: `"${cutText(value, 60)}" ${reason}.` });
    for (const [name, { text: value }] of values.notNumbers) {
      const reason = `${name} is compared as a number, but this row has "${cutText(value, 60)}": the condition doesn’t hold.`;
      problems.push({ code: 'value-not-number', severity: 'notice', row: number, text: reason });
    }
    return { row: number, label: getLabel(project, values), text };
  });
  return { rows: filled, problems };
}

/** Fills a text for the first rows of the input’s sheet; without a sheet there are no rows. */
export function previewText(text: string, input: InspectInput): TextPreview {
  const table = combineInput(input)?.table;
  if (!table) return { rows: [], problems: [] };
  const own = input.seed && readSeed(input.seed.bytes, input.seed.file, input.format).seed;
  let problems: Problem[] = [];
  for (const seed of [own, createPlainSeed(table, input.columns ?? {})]) {
    if (!seed) continue;
    const { page, ...rest } = input;
    const isOwn = seed === own && page !== undefined;
    const prepared = prepareFor(seed, table, { ...rest, ...(isOwn && { page }), footer: text });
    problems = prepared.problems
      .filter(({ file }) => file === FOOTER_FILE)
      .map(({ code, severity, text: reason }) => ({ code, severity, text: reason }));
    if (!prepared.project) continue;
    const filled = fillRows(prepared.project);
    return { rows: filled.rows, problems: [...problems, ...filled.problems] };
  }
  return { rows: [], problems };
}
