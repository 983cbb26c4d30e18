/** Texts of a record with the names above them. */
import { readElementText } from '../../encoding/xml/xml-leaf.ts';
import type { XmlElement } from '../../text/xml-outline.ts';

export interface Leaf {
  element: XmlElement;
  /** Names from the record down: `uuid/value`. */
  path: string;
  text: string;
}

/** Normalizes a name: Drupal 7 uses labels such as `Nid` and `Post-date`. */
export function fieldName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** Name of the field of a leaf: `uuid/value` belongs to `uuid`. */
export function getFieldName({ path }: Pick<Leaf, 'path'>): string {
  const names = path.split('/');
  const last = names.at(-1) ?? '';
  return fieldName((last === 'value' && names.length > 1 ? names.at(-2) : last) ?? '');
}

/** Leaves of an element in the order of the file; `path` is that of the element. */
export function listLeaves(text: string, element: XmlElement, path: string): Leaf[] {
  if (element.children.length > 0)
    return element.children.flatMap((child) =>
      listLeaves(text, child, path === '' ? child.name : `${path}/${child.name}`),
    );
  return [{ element, path, text: readElementText(text, element) }];
}
