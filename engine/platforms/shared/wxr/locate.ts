/** Where a field of an item is in the seed, by the name that the audit calls it. */
import type { XmlElement } from '../../../text/xml-outline.ts';
import type { SeedItem } from './seed.ts';

function findElement(
  element: XmlElement,
  matches: (candidate: XmlElement) => boolean,
): XmlElement | undefined {
  for (const child of element.children) {
    const found = matches(child) ? child : findElement(child, matches);
    if (found) return found;
  }
  return undefined;
}

/** Where the field is in the record: a meta by its key, a leaf with elements in it, any leaf. */
function elementOf({ element, metas }: SeedItem, field: string): XmlElement {
  const meta = metas.find(({ key }) => field === `meta ${key.text}`);
  return (
    meta?.value.element ??
    findElement(element, ({ name, children }) => name === field && children.length > 0) ??
    findElement(element, ({ name }) => name === field) ??
    element
  );
}

/** `field` as the audit names it; without one the item itself. */
export function locateInWxr(item: SeedItem, field: string | undefined): { title: string; start: number } {
  const { start } = field === undefined ? item.element : elementOf(item, field);
  return { title: item.title, start };
}
