/** Reads the pages of a WXR with a strict XML parser, independent of the engine. */
import { SaxesParser } from 'saxes';

export interface ReadPage {
  /** First text of each field by tag name (`wp:post_name`). */
  fields: Record<string, string>;
  metas: [key: string, value: string][];
  terms: { domain: string; nicename: string; name: string }[];
  /** Attributes of each element of the item, in order: `category nicename` and its value. */
  attributes: [name: string, value: string][];
  /** Names of all elements in order, which a value must not change. */
  outline: string[];
}

function emptyPage(): ReadPage {
  return { fields: {}, metas: [], terms: [], attributes: [], outline: [] };
}

class PageCollector {
  readonly pages: ReadPage[] = [];
  readonly #path: string[] = [];
  #text = '';
  #page = emptyPage();
  #metaKey = '';

  open(name: string, attributes: Record<string, string>): void {
    this.#path.push(name);
    this.#text = '';
    if (name === 'item') this.#page = emptyPage();
    if (!this.#path.includes('item')) return;
    this.#page.outline.push(name);
    for (const [key, value] of Object.entries(attributes))
      this.#page.attributes.push([`${name} ${key}`, value]);
    if (name === 'category') {
      const { domain = '', nicename = '' } = attributes;
      this.#page.terms.push({ domain, nicename, name: '' });
    }
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    this.#path.pop();
    if (name === 'item') this.pages.push(this.#page);
    else if (this.#path.includes('item')) this.#field(name, this.#text);
    this.#text = '';
  }

  #field(name: string, text: string): void {
    const page = this.#page;
    if (name === 'wp:meta_key') this.#metaKey = text;
    else if (name === 'wp:meta_value') page.metas.push([this.#metaKey, text]);
    const term = page.terms.at(-1);
    if (name === 'category' && term) term.name = text;
    page.fields[name] ??= text;
  }
}

/**
 * Reads all items of a file, in order.
 *
 * @throws if the file isn't well-formed UTF-8 and XML 1.0 with declared namespaces
 */
export function readPages(bytes: Uint8Array): ReadPage[] {
  const collector = new PageCollector();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.entries(tag.attributes).map(([name, { value }]) => [name, value] as const);
    collector.open(tag.name, Object.fromEntries(attributes));
  });
  parser.on('text', (text) => collector.text(text));
  parser.on('cdata', (text) => collector.text(text));
  parser.on('closetag', (tag) => collector.close(tag.name));
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  return collector.pages;
}

/** Returns the values of all metas with that key. */
export function getMeta(page: ReadPage | undefined, key: string): string {
  const found = page?.metas.find(([name]) => name === key);
  if (!found) throw new Error(`the page has no meta ${key}`);
  return found[1];
}
