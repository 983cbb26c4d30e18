/** Steps that are the same for every format after it has compiled its pattern. */
import type { GuardedText } from '../../encoding/piece.ts';
import type { PreservedNames } from '../../encoding/preserved-names.ts';
import { DEFAULT_FOOTER, compileFooter } from '../../render/footer.ts';
import { completeSlug } from '../../render/combined-slug.ts';
import { compileProgram } from '../../render/program.ts';
import { toProjectKey } from '../../render/identity.ts';
import type { CompiledSeed, Project, ProjectOptions, ProjectReading } from '../../render/project.ts';
import { reportScan } from '../../render/scan-problems.ts';
import { type Seed, reportInSeed } from '../../render/seed.ts';
import { type SlugTemplate, parseSlugText, createSlugTemplate } from '../../render/slug-template.ts';
import type { Pattern, SlugRules, Template } from '../../render/template.ts';
import { checkDuplicateColumns } from '../../render/used-columns.ts';
import type { Problem } from '../../problem.ts';
import { toColumnKey } from '../../sheet/column-name.ts';
import { listKeyColumns } from '../../sheet/combine-tables.ts';
import type { Table } from '../../sheet/table.ts';
import type { Columns } from '../../language/columns.ts';
import { type Value, listPartValues } from '../../language/value.ts';
import { type PageAddress, checkGeoUrlLinks } from './geo-url-links.ts';

function getRowSlug(columns: Columns): Value | undefined {
  const resolved = columns.resolve('geo_url');
  return resolved && { source: { kind: 'row-slug', of: resolved.source }, filters: [], isHtml: false };
}

/** Sources of the identity of a row's page, which is the same in each import. */
function getIdentity(table: Table, columns: Columns): Pick<Project, 'rowSlug' | 'keyColumns'> {
  return { rowSlug: getRowSlug(columns), keyColumns: listKeyColumns(table) };
}

/** @param at place of the seed's slug, or of its pattern without one */
function checkSlug(seed: Seed, at: number, slug: SlugTemplate | undefined): Problem[] {
  if (slug) return slug.notice ? [reportInSeed(seed, at, { ...slug.notice, field: 'slug' })] : [];
  const text =
    'No column can form the URL of a page: the sheet has no column geo_url, url, slug or path and none for the city, and the seed’s slug names no other column. Add a column geo_url with one slug per row.';
  return [reportInSeed(seed, at, { code: 'no-slug-column', severity: 'fault', field: 'slug', text })];
}

/** Names that are preserved on a platform without shortcodes: those that the user keeps. */
export function preserveNames(keep: readonly string[] = [], hasTokens = false): PreservedNames {
  const keys = new Set(keep.map(toColumnKey));
  return { kept: keep, isKept: (name) => keys.has(toColumnKey(name)), isTagName: () => false, hasTokens };
}

/** Slug rules of a platform without reserved slugs. */
export function createSlugRules(form: SlugRules['form'], bytes: number): SlugRules {
  return { form, bytes, finish: (slug) => slug, carried: new Map(), held: new Map() };
}

/** @param own the seed's own slug; without one, the slug is made from the title */
export function createRecordSlug(
  own: string | undefined,
  title: string,
  columns: Columns,
): SlugTemplate | undefined {
  const parts = parseSlugText(title, columns);
  if (own === undefined && parts.length > 0) return { parts };
  return createSlugTemplate(own ?? '', title, columns);
}

/** @param at start of the record without a placeholder */
export function refuseWithoutPlaceholder(seed: Seed, at: number, columns: Columns): Problem {
  return reportInSeed(seed, at, {
    code: 'no-placeholder',
    severity: 'fault',
    text: `The seed page has no placeholders, so all pages would be the same. Write the name of a column in brackets where the town name belongs, such as [${columns.names[0] ?? 'geo_city'}].`,
  });
}

/** A seed as compiled by its platform; all later steps are the same for every platform. */
export interface SeedParts extends Pick<CompiledSeed, 'scan' | 'pattern' | 'settings'> {
  options: ProjectOptions & { seed: Seed; table: Table };
  slug: SlugTemplate | undefined;
  /** Start of the seed's own slug, or of its record without one. */
  slugStart: number;
  slugText: CompiledSeed['slugText'];
  address: PageAddress;
  media?: number;
  parents?: number;
  /** Problems found by the platform. */
  problems: readonly Problem[];
}

/** Checks a compiled seed and assembles a project if it has no faults. */
export function finishProject<Parts extends SeedParts>(
  parts: Parts,
  assemble: (compiled: CompiledSeed & Parts) => Project,
): ProjectReading {
  const { options, scan, pattern, slugStart, slugText, media = 0, parents = 0 } = parts;
  const { seed, table } = options;
  const slug = completeSlug(parts.slug, table, slugText ? seed.text.slice(slugText.from, slugText.to) : '');
  const { columns } = scan;
  const footer = compileFooter(options.footer ?? DEFAULT_FOOTER, scan, table);
  const compiled = { ...parts, columns, slug: slug?.parts ?? [], media, parents, footer };
  const problems = [
    ...reportScan(scan, { seed, from: pattern.start }),
    ...reportScan(footer.scan, undefined),
    ...checkSlug(seed, slugStart, slug),
    ...(slug ? checkGeoUrlLinks(seed, pattern.pieces, { address: parts.address, slug, columns }) : []),
    ...checkDuplicateColumns(table, { ...compiled, ...getIdentity(table, columns) }),
    ...pattern.problems,
    ...parts.problems,
  ];
  if (!slug || problems.some(({ severity }) => severity === 'fault')) return { compiled, problems };
  return { compiled, project: assemble(compiled), problems };
}

interface Assembly {
  options: ProjectOptions & { seed: Seed; table: Table };
  compiled: CompiledSeed;
  template: Template;
  firstId: number;
  /** In place of the pattern's own. */
  pieces?: Pattern['pieces'];
}

/** The project of a compiled seed, ready to be planned. */
export function assembleProject({ options, compiled, template, firstId, pieces }: Assembly): Project {
  const { seed, table, key } = options;
  const { pattern, columns } = compiled;
  const { program, measured } = compileProgram({
    text: seed.text,
    from: pattern.start,
    to: pattern.end,
    pieces: pieces ?? pattern.pieces,
    measured: pattern.limits.map((limit) => limit.length),
  });
  return {
    ...compiled,
    seed,
    table,
    program,
    template,
    flaws: {},
    key: toProjectKey(key),
    limits: pattern.limits.map((limit, index) => ({ ...limit, length: measured[index] ?? 0 })),
    ...getIdentity(table, columns),
    firstId,
  };
}

/** The first value in a text, at which a fault of the text is reported. */
export function findFirstValue({ parts }: GuardedText): Value | undefined {
  return listPartValues(parts)[0]?.value;
}
