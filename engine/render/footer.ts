/**
 * Fills the footer link template for one row: HTML in which `[geo_url]` is the URL of the page.
 * The links are for the site’s own footer and never appear in the pages.
 */
import { type Program, compileProgram } from './program.ts';
import { FilledPage } from './filled-page.ts';
import type { Columns } from '../language/columns.ts';
import type { PageIdentity, RowValues, ValueFault } from './row-values.ts';
import { PAGE_URL, listSourceColumns } from '../language/value.ts';
import type { Table } from '../sheet/table.ts';
import { findLabel } from './combined-slug.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import type { Scan } from '../encoding/scan.ts';
import { type Hole, type Piece, comparePieces } from '../encoding/piece.ts';
import { foldConstructs } from '../encoding/text-parts.ts';
import { createScan, scanContent } from '../encoding/scan-text.ts';
import { LINK_BYTES } from '../limits.ts';

export const DEFAULT_FOOTER = '<a href="[geo_url]">[geo_city]</a><br>';

/** Matches comments, code and tags, whose attributes may contain a `>`; an unclosed quote is plain text. */
export const MARKUP =
  /<!--.*?-->|<(script|style)\b.*?<\/\1\s*>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>|<\/?[a-z][^>]*>/gis;

export interface FooterTemplate {
  /** As the user wrote it, or the default. */
  given: string;
  /** As the links are made from it. */
  text: string;
  pieces: Piece[];
  program: Program;
  scan: Scan;
}

/**
 * Columns in which `[geo_url]` is the URL of the page, whatever the sheet has; a sheet without towns also
 * gets links without a template of its own.
 */
function suitColumns(template: string, columns: Columns, table: Table): string {
  const text = template === DEFAULT_FOOTER ? suitDefault(columns, table) : template;
  if (columns.resolve('geo_url')) return text;
  return text.replaceAll(/\[\s*geo[\s_-]*url\s*(\||\])/gi, '[page_url$1');
}

/** In a combination, the links of a town also name what each page is about. */
function suitDefault(columns: Columns, table: Table): string {
  const city = columns.resolve('geo_city');
  if (!city) return DEFAULT_FOOTER.replace('[geo_city]', '[page_url]');
  const ofCity = listSourceColumns(city.source).map((column) => table.findList(column));
  const other = table.lists.find((_, index) => table.isCombined && !ofCity.includes(index));
  const label = other && findLabel(other);
  return label !== undefined && columns.fillsAny(`[${label}]`)
    ? DEFAULT_FOOTER.replace('[geo_city]', `[${label}] in [geo_city]`)
    : DEFAULT_FOOTER;
}

/** `[geo_url]` is the row’s own slug after a host or a `/`, and the URL of the page everywhere else. */
function isPageAddress(piece: Piece, text: string): piece is Hole {
  if (piece.kind !== 'hole' || !/^\[\s*geo[\s_-]*url\s*\]$/i.test(piece.text)) return false;
  return piece.value.source.kind !== 'row-slug' || /[\s"'=>]$/.test(text.slice(0, piece.start));
}

/** Compiles a template against the columns; unknown placeholders are in the scan. */
export function compileFooter(
  template: string,
  { columns, preserved, codecs }: Pick<Scan, 'columns' | 'preserved' | 'codecs'>,
  table: Table,
): FooterTemplate {
  const text = suitColumns(template, columns, table);
  // HubSpot evaluates its footer too; an engine of the page probably doesn't render the site's footer
  const scan = createScan(columns, preserved, codecs.outside ?? codecs);
  scan.leaf = 'footer link';
  const found = scan.constructs
    .scanWithin(text, () => scanContent(text, scan))
    .map((piece): Piece => (isPageAddress(piece, text) ? { ...piece, value: PAGE_URL } : piece));
  const pieces = foldConstructs(text, found.sort(comparePieces), ({ marker, reason }) =>
    scan.refuseConstruct(marker.text, reason),
  );
  const { program } = compileProgram({ text, from: 0, to: text.length, pieces, measured: [] });
  return { given: template, text, pieces, program, scan };
}

export interface FormedLink {
  /** Row of the sheet. */
  row: number;
  html: string;
  /** URL of the page. */
  url: string;
  /** The link’s text without markup. */
  label: string;
}

const TOO_LONG = {
  code: 'link-too-long',
  reason: `makes a footer link of more than ${LINK_BYTES.toLocaleString('en-US')} bytes`,
};

/** Lists values of a row that its link can't have; a template without placeholders has none. */
export function checkLink({ program }: FooterTemplate, values: RowValues): readonly ValueFault[] {
  const link = new FilledPage(program, values);
  if (link.measure() <= LINK_BYTES) return link.faults;
  const texts = program.values.map((value) => ({ value, text: values.computeText(value) }));
  const [longest] = texts.toSorted((a, b) => b.text.length - a.text.length);
  return longest ? [...link.faults, { ...TOO_LONG, ...longest }] : link.faults;
}

/** Fills the template with the values of a row. */
export function fillLink({ program }: FooterTemplate, values: RowValues, { url }: PageIdentity): FormedLink {
  const html = new FilledPage(program, values).write();
  const bare = html.replaceAll(MARKUP, '');
  const label = (bare.includes('&') ? decodeHtmlText(bare).text : bare).trim();
  return { row: values.table.rowNumber(values.row), html, url, label };
}
