/** Place of an item's field in the seed, by the name that the audit uses. */
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

/** Finds a meta by its key, then an element with children, then any leaf. */
function findField({ element, metas }: SeedItem, field: string): XmlElement {
  const meta = metas.find(({ key }) => field === `meta ${key.text}`);
  return (
    meta?.value.element ??
    findElement(element, ({ name, children }) => name === field && children.length > 0) ??
    findElement(element, ({ name }) => name === field) ??
    element
  );
}

/** @param field as the audit names it; omitted for the item itself */
export function locateInWxr(item: SeedItem, field: string | undefined): { title: string; start: number } {
  const { start } = field === undefined ? item.element : findField(item, field);
  return { title: item.title, start };
}
