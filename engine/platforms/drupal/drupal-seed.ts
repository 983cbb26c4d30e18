/** An XML export of Drupal as a seed. */
import type { Seed, SeedReading } from '../../render/seed.ts';
import { placeInSeed } from '../../render/seed.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';
import type { XmlFile } from '../platform.ts';
import { type DrupalShape, SHAPE_NAMES, shapeOf } from './recognize.ts';

export interface DrupalSeed extends Seed {
  root: XmlElement;
  shape: DrupalShape;
}

export const ADVICE =
  'Export the page as XML: with Views Data Export, with "?_format=xml" behind its address, or with Node Export in Drupal 7.';

const FOREIGN_ROOTS: ReadonlyMap<string, string> = new Map([
  ['urlset', 'This is a sitemap: it lists addresses, but holds no page.'],
  ['sitemapindex', 'This is an index of sitemaps: it lists addresses, but holds no page.'],
  ['html', 'This is a web page, not an export of one.'],
]);

/** Files recognized by their root element, without records of any platform. */
export const isForeignRoot = ({ local }: XmlElement): boolean => FOREIGN_ROOTS.has(local.toLowerCase());

/** Elements among which the records stand. */
export function containerOf({ root, shape }: DrupalSeed): XmlElement {
  return (shape === 'rss' ? findChild(root, 'channel') : undefined) ?? root;
}

/** `<?xml version="1.0">` is what one module writes. */
export function repairProlog(text: string): string {
  return text.replace(/^<\?xml([^>?]*)>/, '<?xml$1?>');
}

/** A seed comes back exactly when no fault is among the problems. */
export function readDrupalSeed({ root, ...decoded }: XmlFile): SeedReading<DrupalSeed> {
  const { file, bytes, text, skippedLines } = decoded;
  const shape = shapeOf(root);
  const base = { file, bytes, text, skippedLines, platform: 'drupal', format: SHAPE_NAMES[shape] } as const;
  const foreign = FOREIGN_ROOTS.get(root.local.toLowerCase());
  const refuse = (code: string, told: string) => ({
    problems: [
      { code, severity: 'fault' as const, file, ...placeInSeed(base, root.start), text: `${told} ${ADVICE}` },
    ],
  });
  if (foreign !== undefined) return refuse('seed-not-drupal', foreign);
  const seed = { ...base, root, shape };
  if (containerOf(seed).children.length === 0)
    return refuse('seed-no-record', 'The export holds no record: its outermost element has none below it.');
  return { seed, problems: [] };
}
