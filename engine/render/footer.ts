/**
 * Fills the footer link template for one row: HTML in which `[geo_url]` is the URL of the page.
 * The links are for the site’s own footer and never appear in the pages.
 */
import { type Program, compileProgram } from './program.ts';
import { PageFiller } from './page-filler.ts';
import type { Columns } from '../language/columns.ts';
import type { Unencodable } from '../text/encoder.ts';
import type { PageIdentity, RowValues } from './row-values.ts';
import { PAGE_URL, type Value } from '../language/value.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import type { Scan } from '../encoding/scan.ts';
import { type Hole, type Piece, comparePieces } from '../encoding/piece.ts';
import { createScan, scanContent } from '../encoding/scan-text.ts';
import { LINK_BYTES } from '../limits.ts';
import type { Table } from '../sheet/table.ts';

export const DEFAULT_FOOTER = '<a href="[geo_url]">[geo_city]</a><br>';

/** Matches comments, code and tags, whose attributes may contain a `>`; an unclosed quote is plain text. */
export const MARKUP =
  /<!--.*?-->|<(script|style)\b.*?<\/\1\s*>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>|<\/?[a-z][^>]*>/gis;

export interface FooterTemplate {
  text: string;
  pieces: Piece[];
  scan: Scan;
}

/**
 * Columns in which `[geo_url]` is the URL of the page, whatever the sheet has; a sheet without towns also
 * gets links without a template of its own.
 */
function suitColumns(template: string, columns: Columns): string {
  const hasTowns = template !== DEFAULT_FOOTER || columns.resolve('geo_city') !== undefined;
  const text = hasTowns ? template : template.replace('[geo_city]', '[page_url]');
  if (columns.resolve('geo_url')) return text;
  return text.replaceAll(/\[\s*geo[\s_-]*url\s*(\||\])/gi, '[page_url$1');
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
): FooterTemplate {
  const text = suitColumns(template, columns);
  // HubSpot evaluates its footer too; an engine of the page probably doesn't render the site's footer
  const scan = createScan(columns, preserved, codecs.outside ?? codecs);
  scan.leaf = 'footer link';
  const pieces = scanContent(text, scan).map(
    (piece): Piece => (isPageAddress(piece, text) ? { ...piece, value: PAGE_URL } : piece),
  );
  return { text, pieces: pieces.sort(comparePieces), scan };
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

/** A value that can’t be encoded in its place of the template, such as `javascript:` in a URL. */
export interface LinkFault extends Unencodable {
  value: Value;
  /** The value's text. */
  text: string;
}

const NO_FAULTS: readonly LinkFault[] = [];
const TOO_LONG = {
  code: 'link-too-long',
  reason: `makes a footer link of more than ${LINK_BYTES.toLocaleString('en-US')} bytes`,
};

/** Fills the template row by row. */
export class FooterFiller {
  readonly #filler: PageFiller;
  readonly #program: Program;
  readonly #table: Table;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #buffer = new Uint8Array(4096);

  constructor(footer: FooterTemplate, table: Table) {
    const { program } = compileProgram({
      text: footer.text,
      from: 0,
      to: footer.text.length,
      pieces: footer.pieces,
      measured: [],
    });
    this.#filler = new PageFiller(program, table);
    this.#program = program;
    this.#table = table;
  }

  /** Lists values of a row that its link can't have; a template without placeholders has none. */
  check(row: number, identity: PageIdentity): readonly LinkFault[] {
    const { slots, values } = this.#program;
    if (slots.length === 0) return NO_FAULTS;
    const filled = this.#filler.read(row).withIdentity(identity);
    const { bytes, faults } = this.#filler.measure(filled, 'sized');
    const isLong = bytes > LINK_BYTES;
    if (faults.length === 0 && !isLong) return NO_FAULTS;
    const found = isLong ? [...faults, { slot: this.#findLongest(filled), ...TOO_LONG }] : faults;
    return found.flatMap(({ slot, code, reason }) => {
      const index = slots[slot]?.value ?? -1;
      const value = values[index];
      return value ? [{ code, reason, value, text: filled.text(index) }] : [];
    });
  }

  /** Slot with the longest value. */
  #findLongest(filled: RowValues): number {
    const lengths = this.#program.slots.map(({ value }) => filled.text(value).length);
    return lengths.indexOf(Math.max(...lengths));
  }

  fill(row: number, identity: PageIdentity): FormedLink {
    const { bytes } = this.#filler.measure(this.#filler.read(row).withIdentity(identity), 'written');
    if (bytes > this.#buffer.length) this.#buffer = new Uint8Array(bytes * 2);
    const end = this.#filler.write(this.#buffer, 0);
    const html = this.#decoder.decode(this.#buffer.subarray(0, end));
    const bare = html.replaceAll(MARKUP, '');
    const label = (bare.includes('&') ? decodeHtmlText(bare).text : bare).trim();
    return { row: this.#table.rowNumber(row), html, url: identity.url, label };
  }
}
