/** What every format does the same way once it has compiled its pattern. */
import { compileProgram } from '../fill/program.ts';
import { projectKey } from '../fill/identity.ts';
import type { CompiledSeed, Project, ProjectOptions } from '../fill/project.ts';
import { type Seed, placeInSeed } from '../fill/seed.ts';
import type { SlugTemplate } from '../fill/slug-template.ts';
import type { Pattern, Template } from '../fill/template.ts';
import type { Problem } from '../problem.ts';
import { columnKey } from '../table/column-name.ts';
import type { Table } from '../table/table.ts';
import type { Columns } from '../template/columns.ts';
import type { Value } from '../template/value.ts';

/** A row names itself in one of these columns, best first. */
const KEY_COLUMNS = ['rowid', 'key', 'id'];

function findKeyColumn(table: Table): number | undefined {
  for (const key of KEY_COLUMNS) {
    const index = table.columns.findIndex((column) => columnKey(column.name) === key);
    if (index >= 0) return index;
  }
  return undefined;
}

function rowSlugOf(columns: Columns): Value | undefined {
  const resolved = columns.resolve('geo_url');
  return resolved && { source: { kind: 'row-slug', of: resolved.source }, filters: [], isHtml: false };
}

/** What makes the page of a row that page, in each import. */
export function identityOf(table: Table, columns: Columns): Pick<Project, 'rowSlug' | 'keyColumn'> {
  return { rowSlug: rowSlugOf(columns), keyColumn: findKeyColumn(table) };
}

function usesOnlyGeoUrl(slug: SlugTemplate): boolean {
  return (
    slug.parts.length === 1 && typeof slug.parts[0] !== 'string' && slug.parts[0]?.source.kind === 'row-slug'
  );
}

/** @param at where the seed has its slug, else where its pattern begins */
export function judgeSlug(
  seed: Seed,
  { pattern, at }: { pattern: Pick<Pattern, 'pieces'>; at: number },
  slug: SlugTemplate | undefined,
): Problem[] {
  const place = { file: seed.file, ...placeInSeed(seed, at), field: 'slug' };
  if (!slug) {
    return [
      {
        code: 'no-slug-column',
        severity: 'fault',
        ...place,
        text: 'No column can make the address of a page: the sheet has neither geo_url, url, slug or path, nor a column for the city, and the seed’s slug names no other column. Add a column geo_url with one slug a row.',
      },
    ];
  }
  const problems: Problem[] = slug.notice ? [{ ...slug.notice, severity: 'notice', ...place }] : [];
  const misled = pattern.pieces.find(
    (piece) => piece.kind === 'hole' && piece.value.source.kind === 'row-slug',
  );
  if (misled && misled.kind === 'hole' && !usesOnlyGeoUrl(slug)) {
    problems.push({
      code: 'geo-url-not-address',
      severity: 'notice',
      file: seed.file,
      ...placeInSeed(seed, misled.start),
      field: 'geo_url',
      text: 'Behind a "/" or a host, [geo_url] is the row’s own slug, but the pages’ slugs are longer here: the address leads elsewhere. Write [page_url] for the page’s own address.',
    });
  }
  return problems;
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
    key: projectKey(key),
    limits: pattern.limits.map(({ name, limit, isRequired = false }, index) => ({
      name,
      limit,
      isRequired,
      length: measured[index] ?? 0,
    })),
    ...identityOf(table, columns),
    firstId,
  };
}
