/**
 * Joins a WordPress seed, a sheet and a project key: chooses the pattern, compiles it, and tells all
 * that is wrong with the template before any row is looked at.
 */
import { columnKey } from '../table/column-name.ts';
import { cutText } from '../text/cut-text.ts';
import { parseMysqlDate, parseRssDate } from '../fill/calendar.ts';
import { Columns } from '../template/columns.ts';
import { DEFAULT_FOOTER, compileFooter } from '../fill/footer.ts';
import { projectKey } from '../fill/identity.ts';
import { compileProgram } from '../fill/program.ts';
import type { CompiledSeed, Project, ProjectReading } from '../fill/project.ts';
import { judgeScan } from '../fill/scan-problems.ts';
import { judgeDoubledColumns } from '../fill/used-columns.ts';
import type { Value } from '../template/value.ts';
import { GUID_BYTES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { byteLength, comparePieces } from '../contexts/piece.ts';
import { createScan } from '../contexts/scan-text.ts';
import { stayingNames } from '../contexts/shortcode/known-shortcodes.ts';
import { type Seed, type SeedItem, placeInSeed } from '../seed/seed.ts';
import type { Table } from '../table/table.ts';
import { addressTemplate, guidSite, judgeDatedAddress } from './wordpress-wxr-address.ts';
import { choosePattern } from './wordpress-wxr-choose.ts';
import { replaceLeaf } from './wordpress-wxr-leaf.ts';
import { type Pattern, compilePattern } from './wordpress-wxr-pattern.ts';
import { idValues, idsOfRows, pictureValues } from './wordpress-wxr-row-ids.ts';
import { type SlugTemplate, slugTemplate } from './wordpress-wxr-slug.ts';
import { collectStatics, namedIds } from './wordpress-wxr-statics.ts';
import { findSeedFlaws, tryPages } from './wordpress-wxr-trial.ts';

export interface ProjectOptions {
  seed: Seed;
  table: Table;
  /** UUID or name. */
  key: string;
  /** Address of the site where the pages will stand; else the seed's own. */
  site?: string;
  /** Footer link template. */
  footer?: string;
  /** Names of brackets that are no placeholders and stay as they are. */
  keep?: readonly string[];
}

/** A row names itself in one of these columns, best first. */
const KEY_COLUMNS = ['rowid', 'key', 'id'];
const UUID_BYTES = 36;
/** What WordPress leaves as it is. */
const PLAIN_SITE = /^https?:\/\/[^\s&<>"[\]{}\\^`]+$/;
/** Far above the ids of any site, and far below where numbers begin to have gaps. */
const HIGHEST_ID = 1e15;
/** Base date of a seed and an export that have none: fixed, because there is no clock here. */
const FALLBACK_DATE = Date.UTC(2020, 0, 1) / 1000;

interface SeedDates {
  dateBase: number;
  localOffset: number;
  hasGmt: boolean;
  known: boolean;
}

/** The earlier of the seed's date and the export's own, so that no page lies in the future. */
function datesOf(seed: Seed, item: SeedItem): SeedDates {
  const local = parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');
  const gmt = parseMysqlDate(item.fields.get('wp:post_date_gmt')?.text ?? '');
  const exported = parseRssDate(seed.exportDate);
  const own = gmt ?? local;
  const bases = [own, exported].filter((date) => date !== undefined);
  const offset = local !== undefined && gmt !== undefined ? local - gmt : 0;
  return {
    dateBase: bases.length > 0 ? Math.min(...bases) : FALLBACK_DATE,
    // more than a day apart is no time zone
    localOffset: Math.abs(offset) <= 86_400 ? offset : 0,
    hasGmt: gmt !== undefined,
    known: bases.length > 0,
  };
}

/** Above every id that the seed or a row refers to; a number that nothing can be above is none of a site. */
function firstFreeId(seed: Seed, table: Table, pattern: Pattern): number {
  let highest = 0;
  const stayAbove = (id: number) => {
    if (id <= HIGHEST_ID) highest = Math.max(highest, id);
  };
  for (const id of idsOfRows(table, idValues(pattern))) stayAbove(id);
  for (const item of seed.items) {
    for (const id of [item.id, item.parent, ...namedIds(seed, item)]) stayAbove(id);
  }
  return highest + 1;
}

function usesOnlyGeoUrl(slug: SlugTemplate): boolean {
  return (
    slug.parts.length === 1 && typeof slug.parts[0] !== 'string' && slug.parts[0]?.source.kind === 'row-slug'
  );
}

function judgeSlug(seed: Seed, pattern: Pattern, slug: SlugTemplate | undefined): Problem[] {
  const element = pattern.item.fields.get('wp:post_name')?.element ?? pattern.item.element;
  const at = { file: seed.file, ...placeInSeed(seed, element.start), field: 'slug' };
  if (!slug) {
    return [
      {
        code: 'no-slug-column',
        severity: 'fault',
        ...at,
        text: 'No column can make the address of a page: the sheet has neither geo_url, url, slug or path, nor a column for the city, and the seed’s slug names no other column. Add a column geo_url with one slug a row.',
      },
    ];
  }
  const problems: Problem[] = slug.notice ? [{ ...slug.notice, severity: 'notice', ...at }] : [];
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

/** The same site stands in all guids, so what is wrong with it would be wrong with all pages at once. */
function judgeSite(seed: Seed, site: string): Problem[] {
  const address = guidSite(seed, site);
  if (!PLAIN_SITE.test(address)) {
    const text = `The address of the site, "${cutText(address, 100)}", is no plain http address, so WordPress would rewrite the guids that are made of it. Name the site like https://www.example.com.`;
    return [{ code: 'site-odd', severity: 'fault', file: seed.file, field: 'site', text }];
  }
  const bytes = byteLength(`${address}/?geoloom=`) + UUID_BYTES;
  if (bytes <= GUID_BYTES) return [];
  return [
    {
      code: 'guid-too-long',
      severity: 'fault',
      file: seed.file,
      field: 'guid',
      text: `The address of the site makes guids of ${bytes} bytes, WordPress keeps ${GUID_BYTES}. Name a shorter address as the site.`,
    },
  ];
}

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
function identityOf(table: Table, columns: Columns): Pick<Project, 'rowSlug' | 'keyColumn'> {
  return { rowSlug: rowSlugOf(columns), keyColumn: findKeyColumn(table) };
}

function assemble(options: ProjectOptions, compiled: CompiledSeed): Project {
  const { seed, table } = options;
  const { columns, pattern, statics } = compiled;
  const { element } = pattern.item;
  const pieces = statics.records.some((record) => record.item.id === pattern.item.parent)
    ? pattern.pieces
    : withoutParent(seed, pattern);
  const { program, measured } = compileProgram({
    text: seed.text,
    from: element.start,
    to: element.end,
    pieces,
    measured: pattern.limits.map((limit) => limit.length),
  });
  const { dateBase, localOffset, hasGmt } = datesOf(seed, pattern.item);
  return {
    ...compiled,
    seed,
    table,
    program,
    dateBase,
    localOffset,
    hasGmt,
    flaws: {},
    key: projectKey(options.key),
    limits: pattern.limits.map(({ name, limit, isRequired = false }, index) => ({
      name,
      limit,
      isRequired,
      length: measured[index] ?? 0,
    })),
    ...identityOf(table, columns),
    address: addressTemplate(seed, pattern.item, options.site ?? ''),
    guidSite: guidSite(seed, options.site ?? ''),
    firstId: firstFreeId(seed, table, pattern),
  };
}

/** A parent that is not in the export would be no parent of any file: the pages stand at the top. */
function withoutParent(seed: Seed, pattern: Pattern): Pattern['pieces'] {
  const field = pattern.item.fields.get('wp:post_parent')?.element;
  if (!field || pattern.item.parent === 0) return pattern.pieces;
  return [...pattern.pieces, ...replaceLeaf(seed.text, field, '0')].sort(comparePieces);
}

/** Compiles a WordPress project; a project comes back exactly when there is no fault. */
export function prepareWordPress(options: ProjectOptions): ProjectReading {
  const { seed, table } = options;
  const columns = new Columns(table.columns);
  const staying = stayingNames(seed.text, options.keep ?? []);
  const item = choosePattern(seed, { columns, staying });
  if ('severity' in item) return { problems: [item] };
  const scan = createScan(columns, staying);
  const pattern = compilePattern(seed, item, scan);
  const slug = slugTemplate(item.fields.get('wp:post_name')?.text.trim() ?? '', item.title, columns);
  const pictures = pictureValues(pattern);
  const statics = collectStatics(seed, item, { columns, rowPictures: idsOfRows(table, pictures) });
  const footer = compileFooter(options.footer ?? DEFAULT_FOOTER, columns, staying);
  const compiled = { columns, scan, pattern, slug: slug?.parts ?? [], statics, pictures, footer };
  const { dateBase, localOffset, known } = datesOf(seed, item);
  const problems = [
    ...judgeScan(scan, { seed, from: item.element.start }),
    ...judgeScan(footer.scan, undefined),
    ...judgeSlug(seed, pattern, slug),
    ...judgeSite(seed, options.site ?? ''),
    ...judgeDoubledColumns(table, { ...compiled, ...identityOf(table, columns), footer }),
    ...judgeDatedAddress(seed, item, dateBase + localOffset),
    ...pattern.problems,
    ...statics.problems,
  ];
  if (!known) {
    problems.push({
      code: 'date-missing',
      severity: 'notice',
      file: seed.file,
      text: 'Neither the seed nor the export has a date. The pages are dated in December 2019.',
    });
  }
  if (!slug || problems.some((problem) => problem.severity === 'fault')) return { compiled, problems };
  const assembled = assemble(options, compiled);
  const { flaws, notices } = findSeedFlaws(assembled);
  const project = { ...assembled, flaws };
  const broken = tryPages(project);
  if (broken.length > 0) return { compiled, problems: [...problems, ...broken] };
  return { compiled, project, problems: [...problems, ...notices] };
}
