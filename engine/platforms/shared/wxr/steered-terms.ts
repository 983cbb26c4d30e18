/** Categories and tags that rows choose for their pages: terms of the export by slug or name, or new ones. */
import { htmlEncoders } from '../../../encoding/html/encode-html.ts';
import { encodeAll } from '../../../encoding/encoders.ts';
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import { slugify } from '../../../text/slugify.ts';
import { decodeHtmlText } from '../../../text/html-reference.ts';
import { readChildText } from '../../../encoding/xml/xml-leaf.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { findAttribute, readAttribute } from '../xml/attributes.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

/** Characters of a name in the database of WordPress. */
const MAX_NAME = 200;
const MAX_SLUG = 200;

interface SteeredTerm {
  slug: string;
  name: string;
}

const KINDS: ReadonlyMap<string, readonly [element: string, slug: string, name: string]> = new Map([
  ['category', ['wp:category', 'wp:category_nicename', 'wp:cat_name']],
  ['post_tag', ['wp:tag', 'wp:tag_slug', 'wp:tag_name']],
]);

const toKey = (name: string): string => name.trim().toLowerCase();

function encode(text: string, ...encoders: Parameters<typeof encodeAll>[1]): string {
  const encoded = encodeAll(text, encoders);
  return typeof encoded === 'string' ? encoded : '';
}

/** Reads the taxonomy of an item’s term. */
export function readTaxonomy({ text }: WxrSeed, element: XmlElement): string {
  const domain = findAttribute(text, element, 'domain');
  const taxonomy = domain ? readAttribute(text, domain).text : '';
  return taxonomy === 'tag' ? 'post_tag' : taxonomy;
}

/** Terms of one taxonomy as rows write them. */
export class SteeredTerms {
  readonly #taxonomy: string;
  readonly #known = new Map<string, SteeredTerm>();
  /** The seed’s own terms as written, for rows that choose none. */
  readonly #own: string;
  /** Slugs of the terms that pages can have. */
  readonly slugs = new Set<string>();

  /** @param isFilled checks if rows fill a term of the seed, which pages then have in addition */
  constructor(
    taxonomy: string,
    { seed, item }: { seed: WxrSeed; item: SeedItem },
    isFilled: (element: XmlElement) => boolean,
  ) {
    this.#taxonomy = taxonomy;
    const [kind, slugName, nameName] = KINDS.get(taxonomy) ?? ['', '', ''];
    for (const element of seed.channel.children) {
      if (element.name !== kind) continue;
      const read = (child: string) => readChildText(seed.text, element, child);
      const term = { slug: read(slugName), name: decodeHtmlText(read(nameName)).text };
      if (term.slug !== '') this.#known.set(toKey(term.name), term).set(toKey(term.slug), term);
    }
    const own = item.element.children.filter(
      (child) => child.name === 'category' && readTaxonomy(seed, child) === taxonomy && !isFilled(child),
    );
    for (const element of own) {
      const slug = findAttribute(seed.text, element, 'nicename');
      if (slug) this.slugs.add(readAttribute(seed.text, slug).text.trim());
    }
    this.#own = own.map(({ start, end }) => seed.text.slice(start, end)).join('\n');
  }

  /** @returns undefined if a name can’t be one of a term */
  #find(name: string): SteeredTerm | undefined {
    const known = this.#known.get(toKey(name));
    if (known) return known;
    const slug = slugify(name, 'segment');
    return slug === '' || slug.length > MAX_SLUG || name.length > MAX_NAME ? undefined : { slug, name };
  }

  /**
   * Writes the terms of a cell as elements: names separated by `|`, or by commas if the cell has no `|`.
   * @returns undefined if a name is invalid
   */
  write(cell: string): string | undefined {
    if (cell === '') return this.#own;
    const names = cell.split(cell.includes('|') ? '|' : ',').map((name) => name.trim());
    const terms = names.filter((name) => name !== '').map((name) => this.#find(name));
    const written = new Map<string, string>();
    for (const term of terms) {
      if (term === undefined) return undefined;
      this.slugs.add(term.slug);
      const name = encode(term.name, htmlEncoders.short, xmlEncoders.cdata);
      const slug = encode(term.slug, xmlEncoders['xml-attr']);
      written.set(
        term.slug,
        `<category domain="${this.#taxonomy}" nicename="${slug}"><![CDATA[${name}]]></category>`,
      );
    }
    return [...written.values()].join('\n');
  }
}
