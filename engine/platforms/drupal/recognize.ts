/** Which of Drupal's export shapes an XML file has, by its structure. */
import type { XmlElement } from '../../text/xml-outline.ts';

/** `list`: records of any names below the root, as Feeds, Views and Migrate read them. */
export type DrupalShape = 'list' | 'entity' | 'node-export' | 'rss' | 'atom';

const PROPERTIES = new Set(['value', 'target_id']);
const ENTITY_FIELDS = new Set(['nid', 'uuid', 'title']);

/** One entity as the core writes it with `_format=xml`: each field holds properties. */
function isEntity(root: XmlElement): boolean {
  const fields = root.children.filter((child) => child.children.length > 0);
  const withProperties = fields.filter(({ children }) => children.some(({ name }) => PROPERTIES.has(name)));
  return withProperties.length >= 2 && withProperties.some(({ name }) => ENTITY_FIELDS.has(name));
}

/** Of any root: what nothing else is, is a list. */
export function detectShape(root: XmlElement): DrupalShape {
  if (root.local === 'rss') return 'rss';
  if (root.local === 'feed') return 'atom';
  if (root.local === 'node_export') return 'node-export';
  return isEntity(root) ? 'entity' : 'list';
}

/** What people call the shape. */
export const SHAPE_NAMES: Readonly<Record<DrupalShape, string>> = {
  list: 'XML list',
  entity: 'core serialization',
  'node-export': 'Node Export',
  rss: 'RSS',
  atom: 'Atom',
};

/** How sure it is that the file comes from Drupal. */
export function recognizeDrupal(root: XmlElement): number {
  const shape = detectShape(root);
  if (shape === 'rss' || shape === 'atom') return 0.1;
  if (shape !== 'list') return 0.95;
  const isViews = root.name === 'response' || root.children.some(({ name }) => name === 'node');
  return isViews ? 0.9 : root.children.length > 0 ? 0.3 : 0;
}
