/**
 * Audits the records in one file on platforms that identify a record by its own fields, and the verdict
 * over all files: duplicate keys, missing pages, unfilled placeholders.
 */
import type { Problem } from '../problem.ts';
import {
  type AuditedPart,
  type PartAuditOptions,
  type Expectation,
  type AuditProblem,
  type PartProblem,
  type SkippedItem,
  type Verdict,
  checkCount,
  checkSize,
  createVerdict,
  toAuditProblem,
} from './platform-audit.ts';
import { CHANGED_CODE, hashCode, hashSeedCodes } from './code-shape.ts';
import { detach } from './compact-text.ts';
import { type Finding, cut } from './finding.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { findBracketed } from './find-bracketed.ts';
import { SeedComparison } from './seed-flaws.ts';
import { createProblemList } from './problem-list.ts';
import { createTextUses } from './text-uses.ts';

const SEPARATOR = '\0';
/** Records of one file that are reported for their code. */
const MAX_CHANGED = 100;

export interface RecordPart extends AuditedPart {
  items: {
    line: Uint32Array;
    /** The number that the file gives the record, else its place in the file from 1. */
    id: Float64Array;
    /** Separated by U+0000. */
    slugs: string;
    /** 1 where the record becomes a page. */
    isPage: Uint8Array;
    /** By field: numbers for the scripts and styles in each record's text; left out where none has such. */
    codes: Readonly<Record<string, Uint32Array>>;
  };
  /** Values that must be unique in all files: by name, one a record, separated by U+0000, empty for none. */
  keys: Record<string, string>;
  texts: string[];
  fields: string[];
  textUses: Int32Array;
  /** Header that must be the same in all files, on platforms that have one. */
  header?: string;
}

/** One record as the reader of a platform sees it. */
export interface AuditedRecord {
  /** Left out, its place in the file. */
  id?: number;
  slug: string;
  isPage: boolean;
  type: string;
  keys: Readonly<Record<string, string>>;
}

/** Collects the records of a file, each from `start` to `finish`. */
export class RecordAudit {
  readonly seed: SeedComparison;
  readonly #format: string;
  readonly #file: string;
  readonly #limitBytes: number | null;
  readonly #problems;
  readonly #texts = createTextUses();
  readonly #lines: number[] = [];
  readonly #ids: number[] = [];
  readonly #pages: number[] = [];
  readonly #slugs: string[] = [];
  readonly #codes = new Map<string, number[]>();
  readonly #keys = new Map<string, string[]>();

  constructor(format: string, options: PartAuditOptions) {
    const { file, limitBytes = null } = options;
    this.#format = format;
    this.#file = file;
    this.#limitBytes = limitBytes;
    this.#problems = createProblemList(file);
    this.seed = new SeedComparison(options);
  }

  /** Index of the open record; -1 outside of records. */
  current = -1;

  start(line: number): void {
    this.current = this.#lines.push(line) - 1;
  }

  text(text: string, line: number, field: string): void {
    findBracketed(text, (found) => this.#texts.add(found, { item: this.current, line, field }));
  }

  problem(problem: PartProblem): void {
    this.#problems.add(this.current === -1 ? problem : { item: this.current, ...problem });
  }

  /** Reports findings about a field of the record, except those that the seed has itself. */
  findings(findings: readonly Finding[], line: number, field: string): void {
    for (const finding of this.seed.filter(findings.map((each) => ({ ...each, field }))))
      this.problem({ ...finding, line });
  }

  /** Hashes the scripts and styles in a field of the record. */
  code(html: string, field: string): void {
    const number = hashCode(html);
    if (number === 0 || this.current === -1) return;
    const numbers = this.#codes.get(field) ?? [];
    this.#codes.set(field, numbers);
    numbers[this.current] ??= number;
  }

  finish({ id, slug, isPage, keys }: AuditedRecord): void {
    const index = this.current;
    this.#ids[index] = id ?? index + 1;
    this.#slugs[index] = detach(slug);
    this.#pages[index] = isPage ? 1 : 0;
    for (const [name, value] of Object.entries(keys)) {
      const values = this.#keys.get(name) ?? [];
      this.#keys.set(name, values);
      values[index] = detach(value.replaceAll(SEPARATOR, ''));
    }
    this.current = -1;
  }

  end(bytes: number): RecordPart {
    const count = this.#lines.length;
    const joined = (values: readonly string[]) =>
      Array.from({ length: count }, (_, index) => values[index] ?? '').join(SEPARATOR);
    return {
      format: this.#format,
      file: this.#file,
      bytes,
      limitBytes: this.#limitBytes,
      pages: this.#pages.filter((page) => page === 1).length,
      items: {
        line: Uint32Array.from(this.#lines),
        id: Float64Array.from(this.#lines, (_, index) => this.#ids[index] ?? 0),
        isPage: Uint8Array.from(this.#lines, (_, index) => this.#pages[index] ?? 0),
        slugs: joined(this.#slugs),
        codes: Object.fromEntries(
          [...this.#codes].map(([field, numbers]) => [
            field,
            Uint32Array.from(this.#lines, (_, index) => numbers[index] ?? 0),
          ]),
        ),
      },
      keys: Object.fromEntries([...this.#keys].map(([name, values]) => [name, joined(values)])),
      ...this.#texts.finish(),
      problems: this.#problems.finish(),
    };
  }
}

export interface RecordRules {
  /** Records have ids of their own, not only their position. */
  hasIds: boolean;
  /** Keys that must be unique in all files, and what the importer does with a duplicate. */
  unique: Readonly<Record<string, string>>;
  /** Notices in an export of another tool that are faults in a generated file. */
  strict: ReadonlySet<string>;
  /** The importer skips a record with one of these. */
  refusing: ReadonlySet<string>;
  /** Texts of the seed with scripts or styles that each page must have, by field. */
  readHtml?: (seedTexts: NonNullable<Expectation['seedTexts']>) => NonNullable<Expectation['seedTexts']>;
}

/** True if the row's own text causes the problem. */
function isOfRow({ quote }: PartProblem, own: readonly string[]): boolean {
  if (quote === undefined) return false;
  const start = quote.trim();
  return own.some((text) => text.trim().startsWith(start) || start.startsWith(text.trim()));
}

/** Finds duplicate keys over all files. */
class DuplicateKeyIndex {
  readonly #seen = new Map<string, Map<string, string>>();

  check(part: RecordPart, unique: RecordRules['unique']): (Problem & { index: number })[] {
    const found: (Problem & { index: number })[] = [];
    for (const [name, harm] of Object.entries(unique)) {
      const seen = this.#seen.get(name) ?? new Map<string, string>();
      this.#seen.set(name, seen);
      for (const [index, value] of (part.keys[name] ?? '').split(SEPARATOR).entries()) {
        if (value === '' || part.items.isPage[index] !== 1) continue;
        const first = seen.get(value);
        const line = part.items.line[index] ?? 1;
        if (first === undefined) seen.set(value, `${part.file}, line ${line}`);
        else
          found.push({
            index,
            code: `duplicate-${name}`,
            severity: 'fault',
            file: part.file,
            line,
            field: name,
            text: `The ${name} "${cut(value, 100)}" is already used by another record (${first}): ${harm}. Give each its own.`,
          });
      }
    }
    return found;
  }
}

function shiftIds(part: RecordPart, by: number): RecordPart {
  const id = part.items.id.map((each) => each + by);
  return { ...part, items: { ...part.items, id } };
}

function ownProblems(part: RecordPart, rules: RecordRules, expectation: Expectation | undefined) {
  const refused = new Set<number>();
  const problems = part.problems.flatMap((found): AuditProblem[] => {
    const { item } = found;
    const id = item === undefined ? 0 : (part.items.id[item] ?? 0);
    const own = expectation?.expectedTexts?.[id] ?? [];
    if (isOfRow(found, own)) return [];
    if (item !== undefined && rules.refusing.has(found.code)) refused.add(item);
    const problem = toAuditProblem(found);
    const isStrict = expectation !== undefined && rules.strict.has(problem.code);
    return [isStrict ? { ...problem, severity: 'fault' } : problem];
  });
  return { problems, refused };
}

/** Texts of the seed by the names that the audit has for their fields, without JSON and serialized data. */
export function readHtmlFields(
  seedTexts: NonNullable<Expectation['seedTexts']>,
  toField: (leaf: string) => string,
): NonNullable<Expectation['seedTexts']> {
  const html = Object.entries(seedTexts).filter(
    ([, texts]) => !texts.some((text) => /^\s*(?:[[{]|[aOs]:\d)/.test(text)),
  );
  return Object.fromEntries(html.map(([leaf, texts]) => [toField(leaf), texts]));
}

function checkCode(part: RecordPart, rules: RecordRules, expectation: Expectation | undefined): Problem[] {
  if (expectation === undefined) return [];
  const { codes, id, isPage, line } = part.items;
  const statics = new Set(expectation.statics);
  const expected = Object.entries(rules.readHtml?.(expectation.seedTexts ?? {}) ?? {});
  const problems = expected.flatMap(([field, texts]) => {
    const known = hashSeedCodes(texts);
    const numbers = codes[field];
    if (known === undefined || numbers === undefined) return [];
    return [...isPage.keys()]
      .filter(
        (index) => isPage[index] === 1 && !known.has(numbers[index] ?? 0) && !statics.has(id[index] ?? 0),
      )
      .slice(0, MAX_CHANGED)
      .map((index): Problem => {
        const text = `The record ${CHANGED_CODE.text}; build the files again.`;
        const { code } = CHANGED_CODE;
        return { code, severity: 'fault', text, file: part.file, field, line: line[index] ?? 1 };
      });
  });
  return problems.slice(0, MAX_CHANGED);
}

function describeRefused(part: RecordPart, index: number, problem: Problem | undefined): SkippedItem {
  return {
    file: part.file,
    line: part.items.line[index] ?? 1,
    id: part.items.id[index] ?? 0,
    type: '',
    slug: part.items.slugs.split(SEPARATOR)[index] ?? '',
    code: problem?.code ?? '',
    text: problem?.text ?? '',
  };
}

/** Checks the files in their order. */
export function checkRecords(
  parts: readonly RecordPart[],
  rules: RecordRules,
  expectation?: Expectation,
): Verdict {
  const duplicates = new DuplicateKeyIndex();
  const problems: AuditProblem[] = [];
  const skipped: SkippedItem[] = [];
  let pages = 0;
  let before = 0;
  for (const given of parts) {
    const part = rules.hasIds ? given : shiftIds(given, before);
    before += part.items.line.length;
    const own = ownProblems(part, rules, expectation);
    const repeated = duplicates.check(part, rules.unique);
    for (const index of new Set([...own.refused, ...repeated.map((each) => each.index)])) {
      const line = part.items.line[index];
      const reason =
        repeated.find((each) => each.index === index) ?? own.problems.find((each) => each.line === line);
      skipped.push(describeRefused(part, index, reason));
    }
    pages += part.pages;
    problems.push(...own.problems);
    for (const { index: _index, ...problem } of repeated) problems.push(problem);
    problems.push(...checkSize(part, expectation), ...checkCode(part, rules, expectation));
    for (const problem of checkPlaceholders(part, expectation)) problems.push(problem);
  }
  pages -= skipped.length;
  problems.push(...checkCount(pages, expectation));
  return createVerdict({ pages, imported: { page: pages }, stubs: 0, skipped, problems });
}
