/** Audits the CSV of a collection: checks its header, the cells of each item, and the headers of all files. */
import { type AuditedPage, readFieldTexts, toPageSlug } from './audited-page.ts';
import type { PlatformAudit } from './platform-audit.ts';
import { CsvAudit, type CsvRules } from './csv-audit.ts';
import type { CsvCell } from './csv-stream.ts';
import { type Finding, cut, notice } from './finding.ts';
import { type RecordPart, type RecordRules, checkRecords, readHtmlFields } from './record-audit.ts';

export interface CollectionAuditRules {
  id: string;
  /** The name of the product. */
  name: string;
  maxFields: number;
  /** Fields that count towards the limit; all columns if omitted. */
  countFields?(keys: readonly string[]): number;
  /** Items of one file; no limit if omitted. */
  maxItems?: number;
  /** Keys of columns that the header must have. */
  required?: readonly string[];
  /** Names of the columns with the slug, in lower case. */
  slugColumns: readonly string[];
  /** @param key name of the column in lower case */
  checkCell(cell: CsvCell, key: string): Finding[];
  /** Checks an item and returns its unique values. */
  checkItem(item: AuditedItem): Readonly<Record<string, string>>;
  records: Pick<RecordRules, 'unique' | 'strict' | 'refusing'>;
}

export interface AuditedItem {
  keys: readonly string[];
  slug: string;
  /** @returns text of the column; empty without one */
  getText(key: string): string;
  report(code: string, text: string, field?: string): void;
}

/** Columns that collections use for a description and a noindex of their own. */
const DESCRIPTION = /^(?=.*(?:meta|seo))(?=.*desc)/;
const SEARCH_TITLE = /^(?=.*(?:meta|seo))(?=.*title)/;
const NOINDEX = /no-?\s?index/;

function toPage(
  rules: CollectionAuditRules,
  { keys, slug, getText }: Omit<AuditedItem, 'report'>,
): AuditedPage {
  const titleKey = keys.find((key) => key === 'title' || key === 'name') ?? keys[0] ?? '';
  const isHead = (key: string) => DESCRIPTION.test(key) || SEARCH_TITLE.test(key) || NOINDEX.test(key);
  const shown = keys.filter((key) => key !== titleKey && !rules.slugColumns.includes(key) && !isHead(key));
  const find = (pattern: RegExp) => keys.find((key) => pattern.test(key));
  const read = (key: string | undefined) => (key === undefined ? undefined : getText(key));
  return {
    slug: toPageSlug(slug),
    url: slug,
    title: getText(titleKey),
    texts: shown.flatMap((key) => readFieldTexts(key, getText(key))),
    searchTitle: read(find(SEARCH_TITLE)) || undefined,
    description: read(find(DESCRIPTION)),
    canonical: '',
    isNoindex: /^(?:true|yes|1|noindex)$/i.test(read(find(NOINDEX)) ?? ''),
  };
}

function toColumnKey(name: string): string {
  return name.trim().toLowerCase();
}

function checkHeader({ records, names, keys }: CsvAudit, rules: CollectionAuditRules): void {
  const report = (code: string, text: string) => records.problem({ code, severity: 'fault', text, line: 1 });
  const duplicate = names.find((name, index) => keys.indexOf(toColumnKey(name)) !== index);
  if (duplicate !== undefined) report('duplicate-header', `Two columns are called "${cut(duplicate, 60)}".`);
  const fields = rules.countFields?.(keys) ?? names.length;
  if (fields > rules.maxFields) report('fields-too-many', `The file has ${fields} fields.`);
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
    report('csv-delimiter', `The columns are not separated by commas, which ${rules.name} requires.`);
  for (const key of rules.required ?? [])
    if (!keys.includes(key)) report('column-missing', `The file has no column "${key}".`);
}

function checkRow(
  { records, keys, onPage }: CsvAudit,
  { cells, line, rules }: { cells: readonly CsvCell[]; line: number; rules: CollectionAuditRules },
): void {
  for (const [index, cell] of cells.entries()) {
    const field = keys[index] ?? '';
    records.text(cell.text, line, field);
    records.code(cell.text, field);
    const findings = rules.checkCell(cell, field);
    if (!cell.isQuoted)
      findings.unshift(notice('cell-unquoted', `The cell "${cut(field, 60)}" is not in quotation marks.`));
    for (const finding of findings) records.problem({ ...finding, line, field });
  }
  const slug = cells[keys.findIndex((key) => rules.slugColumns.includes(key))]?.text ?? '';
  const getText = (key: string) => cells[keys.indexOf(key)]?.text ?? '';
  onPage?.(toPage(rules, { keys, slug, getText }));
  const unique = rules.checkItem({
    keys,
    slug,
    getText,
    report: (code, text, field) =>
      records.problem({ code, severity: 'notice', line, text, ...(field !== undefined && { field }) }),
  });
  const title = cells[keys.indexOf('title')]?.text ?? '';
  records.finish({ slug: slug || title, isPage: true, type: 'item', keys: unique });
}

/** Creates the audit of a platform that imports a collection from CSV. */
export function createCollectionAudit(rules: CollectionAuditRules): PlatformAudit<RecordPart> {
  const { id, name, maxItems = Infinity } = rules;
  const csvRules: CsvRules = {
    format: id,
    maxRows: maxItems,
    tooMany: (rows) => ({
      code: 'items-too-many',
      text: `The file has ${rows} items, and ${name} imports at most ${maxItems} at once.`,
    }),
    toKey: toColumnKey,
    header: (audit) => checkHeader(audit, rules),
    row: (audit, cells, line) => checkRow(audit, { cells, line, rules }),
  };
  const recordRules: RecordRules = {
    ...rules.records,
    hasIds: false,
    readHtml: (seedTexts) => readHtmlFields(seedTexts, toColumnKey),
  };
  return {
    create: (options) => new CsvAudit(options, csvRules),
    check(parts, expectation) {
      const verdict = checkRecords(parts, recordRules, expectation);
      const other = parts.find(({ header }) => header !== parts[0]?.header);
      if (!other) return verdict;
      const text = 'The header is not that of the first file: fields that are missing are erased.';
      const problem = {
        code: 'header-changed',
        severity: 'fault',
        file: other.file,
        line: 1,
        text,
      } as const;
      return { ...verdict, ok: false, problems: [problem, ...verdict.problems] };
    },
  };
}
