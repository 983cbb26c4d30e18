/**
 * Links with `[geo_url]` after a host or a `/`: they contain the row's own slug, which makes the page's URL only if the
 * rest of the link is that of the pages.
 */
import type { Encoder } from '../../text/encoder.ts';
import { type Piece, listHoles } from '../../encoding/piece.ts';
import { readMarker } from '../../language/marker.ts';
import { findBracketed } from '../../language/placeholder.ts';
import { type Seed, reportInSeed } from '../../render/seed.ts';
import { type SlugTemplate, parseSlugText } from '../../render/slug-template.ts';
import type { Problem } from '../../problem.ts';
import type { Columns } from '../../language/columns.ts';

/** Before and after the slug in the URL of a page. */
export interface PageAddress {
  prefix: string;
  suffix: string;
}

/** Characters that are read on either side of a placeholder. */
const MAX_LINK = 300;
const DELIMITER = /[\s"'<>()`,;|=]/;
/** Files, such as images, may be named for a row but aren’t its page. */
const FILE = /\.(?!html?$|php$|aspx?$)[a-z][a-z0-9]{1,4}$/i;
const HOST = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i;

/** End of the link on one side of a placeholder; other placeholders belong to it, with the blanks in them. */
function findEnd(text: string, from: number, step: 1 | -1): number {
  let at = from;
  let isInBrackets = false;
  while (Math.abs(at - from) < MAX_LINK) {
    const character = text[step > 0 ? at : at - 1] ?? '"';
    const [opens, closes] = step > 0 ? '[]' : '][';
    if (isInBrackets) isInBrackets = character !== closes;
    else if (character === opens) isInBrackets = true;
    else if (character === closes || DELIMITER.test(character)) break;
    at += step;
  }
  return at;
}

/** The link around a placeholder, without its query and as a reader of JSON or a browser gets it. */
function readLink(text: string, start: number, end: number): string {
  const [from, to] = [findEnd(text, start, -1), findEnd(text, end, 1)];
  const markers = findBracketed(text.slice(from, to)).filter((bracketed) => readMarker(bracketed.text));
  // a branch of a construct is a link of its own
  const before = text.slice(from + (markers.findLast((each) => from + each.to <= start)?.to ?? 0), start);
  const after = text.slice(end, from + (markers.find((each) => from + each.from >= end)?.from ?? to - from));
  const [path = ''] = after.replaceAll('\\/', '/').split(/[?#&\\]/);
  const link = before.replaceAll('\\/', '/') + text.slice(start, end) + path;
  return link.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']');
}

/** A path with what fills it, so that equal ones are equal texts; without slashes at its ends. */
function renderPath(parts: SlugTemplate['parts']): string {
  const rendered = parts.map((part) =>
    typeof part === 'string'
      ? part.toLowerCase().replaceAll(/[^a-z0-9/]+/g, '-')
      : `{${JSON.stringify([part.source, part.filters])}}`,
  );
  return rendered.join('').replaceAll(/^\/+|\/+$/g, '');
}

function toHost(address: string): string {
  return (HOST.exec(address)?.[1] ?? '').toLowerCase().replace(/^www\./, '');
}

const isUrlEncoder = ({ place }: Encoder): boolean => place === 'address';

interface Pages {
  address: PageAddress;
  slug: SlugTemplate;
  columns: Columns;
}

/** @param isUrl the placeholder is encoded for a URL: any other text is a link only where more surrounds it */
function isWrong(
  link: string,
  isUrl: boolean,
  { address: { prefix, suffix }, slug, columns }: Pages,
): boolean {
  const [host, site] = [toHost(link), toHost(prefix)];
  // links to other sites aren't the pages' own
  if (host !== '' && site !== '' && host !== site) return false;
  const path = link.replace(HOST, '');
  if (FILE.test(path)) return false;
  const own = renderPath([prefix.replace(HOST, ''), ...slug.parts, suffix]);
  const found = renderPath(parseSlugText(path, columns));
  if (found === own) return false;
  const isRelative = host === '' && !path.startsWith('/');
  if (isRelative && !isUrl && /^\[[^[\]]*\]$/.test(path)) return false;
  if (isRelative) return found !== renderPath(slug.parts);
  const isOnlyGeoUrl =
    slug.parts.length === 1 && typeof slug.parts[0] !== 'string' && slug.parts[0]?.source.kind === 'row-slug';
  // pages of the same towns in another folder of the site
  return !isOnlyGeoUrl || !found.includes('/');
}

/** Reports links that look like the pages' own but lead elsewhere, in one notice. */
export function checkGeoUrlLinks(seed: Seed, pieces: readonly Piece[], pages: Pages): Problem[] {
  const wrong = listHoles(pieces).filter(
    ({ value, start, end, encoders }) =>
      value.source.kind === 'row-slug' &&
      isWrong(readLink(seed.text, start, end), encoders.some(isUrlEncoder), pages),
  );
  const [first] = wrong;
  if (!first) return [];
  const more = wrong.length - 1;
  const rest = more === 0 ? '' : ` The same in ${more} more ${more === 1 ? 'link' : 'links'}.`;
  const text = `This link won’t match the page’s real URL. Use [page_url] instead.${rest}`;
  return [reportInSeed(seed, first.start, { code: 'geo-url-not-address', field: 'geo_url', text })];
}
