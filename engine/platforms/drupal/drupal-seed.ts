/** An XML export of Drupal as a seed. */
import type { Seed, SeedReading } from '../../render/seed.ts';
import { locateInSeed } from '../../render/seed.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';
import type { XmlFile } from '../platform.ts';

/** `list`: records of any names below the root, as Feeds, Views and Migrate read them. */
export type DrupalShape = 'list' | 'entity' | 'node-export' | 'rss' | 'atom';

const PROPERTIES = new Set(['value', 'target_id']);
const ENTITY_FIELDS = new Set(['nid', 'uuid', 'title']);

/** An entity as Drupal core writes it with `_format=xml`: fields have properties. */
function isEntity(root: XmlElement): boolean {
  const fields = root.children.filter((child) => child.children.length > 0);
  const withProperties = fields.filter(({ children }) => children.some(({ name }) => PROPERTIES.has(name)));
  return withProperties.length >= 2 && withProperties.some(({ name }) => ENTITY_FIELDS.has(name));
}

/** Detects the shape by the structure; any other XML is a list. */
export function detectShape(root: XmlElement): DrupalShape {
  if (root.local === 'rss') return 'rss';
  if (root.local === 'feed') return 'atom';
  if (root.local === 'node_export') return 'node-export';
  return isEntity(root) ? 'entity' : 'list';
}

/** Names for users. */
export const SHAPE_NAMES: Readonly<Record<DrupalShape, string>> = {
  list: 'XML list',
  entity: 'core serialization',
  'node-export': 'Node Export',
  rss: 'RSS',
  atom: 'Atom',
};

/** Confidence that the file comes from Drupal, 0 to 1. */
export function recognizeDrupal(root: XmlElement): number {
  const shape = detectShape(root);
  if (shape === 'rss' || shape === 'atom') return 0.1;
  if (shape !== 'list') return 0.95;
  const isViews = root.name === 'response' || root.children.some(({ name }) => name === 'node');
  return isViews ? 0.9 : root.children.length > 0 ? 0.3 : 0;
}

export interface DrupalSeed extends Seed {
  root: XmlElement;
  shape: DrupalShape;
}

export const ADVICE =
  'Export the page as XML: with Views Data Export, with "?_format=xml" after its URL, or with Node Export in Drupal 7.';

const FOREIGN_ROOTS: ReadonlyMap<string, string> = new Map([
  ['urlset', 'This is a sitemap: it lists URLs, but has no page.'],
  ['sitemapindex', 'This is an index of sitemaps: it lists URLs, but has no page.'],
  ['html', 'This is a web page, not an export of one.'],
]);

/** Files recognized by their root element, without records of any platform. */
export const isForeignRoot = ({ local }: XmlElement): boolean => FOREIGN_ROOTS.has(local.toLowerCase());

/** Element whose children are the records. */
export function getRecordContainer({ root, shape }: DrupalSeed): XmlElement {
  return (shape === 'rss' ? findChild(root, 'channel') : undefined) ?? root;
}

/** Repairs `<?xml version="1.0">`, which one module writes. */
export function repairProlog(text: string): string {
  return text.replace(/^<\?xml([^>?]*)>/, '<?xml$1?>');
}

/** The reading has a seed only without faults. */
export function readDrupalSeed({ root, ...decoded }: XmlFile): SeedReading<DrupalSeed> {
  const { file, bytes, text, skippedLines } = decoded;
  const shape = detectShape(root);
  const base = { file, bytes, text, skippedLines, platform: 'drupal', format: SHAPE_NAMES[shape] } as const;
  const reason = FOREIGN_ROOTS.get(root.local.toLowerCase());
  const refuse = (code: string, message: string) => ({
    problems: [
      {
        code,
        severity: 'fault' as const,
        file,
        ...locateInSeed(base, root.start),
        text: `${message} ${ADVICE}`,
      },
    ],
  });
  if (reason !== undefined) return refuse('seed-not-drupal', reason);
  const seed = { ...base, root, shape };
  if (getRecordContainer(seed).children.length === 0)
    return refuse('seed-no-record', 'The export has no record: its outermost element is empty.');
  return { seed, problems: [] };
}
