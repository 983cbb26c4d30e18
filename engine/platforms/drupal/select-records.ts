/**
 * Selects the elements of an export that are the pattern: of each kind, the first with a placeholder. Kinds
 * without placeholders are written once, unchanged.
 */
import { locateInSeed } from '../../render/seed.ts';
import type { Problem } from '../../problem.ts';
import type { Columns } from '../../language/columns.ts';
import type { XmlElement } from '../../text/xml-outline.ts';
import { refuseWithoutPlaceholder } from '../shared/assemble.ts';
import { holdsPlaceholder } from '../shared/xml/brackets.ts';
import { type DrupalSeed, getRecordContainer } from './drupal-seed.ts';

export interface SelectedRecords {
  /** Element whose children the records are. */
  container: XmlElement;
  /** One of each kind, in the order of the file. */
  patterns: XmlElement[];
  /** The other elements, which have no placeholder. */
  statics: XmlElement[];
  problems: Problem[];
}

const RECORD_NAMES: Readonly<Record<string, string>> = { rss: 'item', atom: 'entry', 'node-export': 'node' };

/** A list within the root: one element whose children are all of one kind. */
function isWrapper(element: XmlElement, siblings: readonly XmlElement[]): boolean {
  const [first, ...rest] = element.children;
  if (!first || first.children.length === 0) return false;
  const isAlone = siblings.filter(({ name }) => name === element.name).length === 1;
  return isAlone && rest.every(({ name }) => name === first.name) && !/^n\d+$/.test(first.name);
}

function findList(seed: DrupalSeed, columns: Columns): XmlElement {
  const container = getRecordContainer(seed);
  if (seed.shape !== 'list') return container;
  const wrapper = container.children.find(
    (child) => isWrapper(child, container.children) && holdsPlaceholder(seed.text, child, columns),
  );
  return wrapper ?? container;
}

/** Selects the records; a fault if none has a placeholder. */
export function selectRecords(seed: DrupalSeed, columns: Columns): SelectedRecords | Problem {
  const { text, file, shape, root } = seed;
  const container = findList(seed, columns);
  const holds = (element: XmlElement) => holdsPlaceholder(text, element, columns);
  const wanted = RECORD_NAMES[shape];
  const children = shape === 'entity' ? [root] : container.children;
  const found = children.filter((child) => (wanted === undefined || child.name === wanted) && holds(child));
  const patterns = found.filter(
    (child, index) => found.findIndex(({ name }) => name === child.name) === index,
  );
  if (patterns.length === 0)
    return refuseWithoutPlaceholder(
      seed,
      (children.find(({ name }) => name === wanted) ?? children[0] ?? root).start,
      columns,
    );
  const kinds = new Set(patterns.map(({ name }) => name));
  const dropped = children.filter((child) => kinds.has(child.name) && !patterns.includes(child));
  const problems: Problem[] = [];
  if (dropped.length > 0) {
    const lines = patterns.map(({ name, start }) => `<${name}> on line ${locateInSeed(seed, start).line}`);
    const notice = `The pattern is ${lines.join(' and ')}; ${dropped.length} other ${dropped.length === 1 ? 'record' : 'records'} of the same kind ${dropped.length === 1 ? 'was' : 'were'} skipped.`;
    problems.push({ code: 'records-skipped', severity: 'notice', file, text: notice });
  }
  const statics = shape === 'entity' ? [] : container.children.filter(({ name }) => !kinds.has(name));
  return { container: shape === 'entity' ? root : container, patterns, statics, problems };
}
