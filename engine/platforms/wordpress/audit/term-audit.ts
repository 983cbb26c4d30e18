/** Reads the terms of a part: those that its channel defines, and those that its items name. */
import { detach } from '../../../verify/compact-text.ts';
import type { Leaf } from '../../shared/wxr/audit/wxr-reader.ts';
import type { NamedTerm, PartTerm } from './part-audit.ts';

const TAXONOMIES: Readonly<Record<string, string>> = { 'wp:category': 'category', 'wp:tag': 'post_tag' };
const SLUGS = new Set(['wp:category_nicename', 'wp:tag_slug', 'wp:term_slug']);
const PARENTS = new Set(['wp:category_parent', 'wp:term_parent']);

/** One key for the spellings of a term: the importer has two names for the taxonomy of tags. */
export function keyTerm(taxonomy: string, slug: string): string {
  return `${taxonomy === 'tag' ? 'post_tag' : taxonomy} ${slug.trim()}`.toLowerCase();
}

/** Receives the leaves of one file as they are read. */
export class TermAudit {
  readonly #terms: PartTerm[] = [];
  readonly #named = new Map<string, NamedTerm>();
  #taxonomy = '';
  #slug = '';
  #parent = '';

  /** A leaf of the channel, or the end of one of its records. */
  leaf({ name, text, line }: Leaf): void {
    if (name === 'wp:term_taxonomy') this.#taxonomy = text.trim();
    else if (SLUGS.has(name)) this.#slug = text.trim();
    else if (PARENTS.has(name)) this.#parent = text.trim();
    else if (name === 'wp:term' || TAXONOMIES[name] !== undefined) {
      const taxonomy = detach(TAXONOMIES[name] ?? this.#taxonomy);
      this.#terms.push({ taxonomy, slug: detach(this.#slug), parent: detach(this.#parent), line });
      this.#taxonomy = this.#slug = this.#parent = '';
    }
  }

  /** A `<category>` of an item. */
  name(taxonomy: string, slug: string, line: number): void {
    const key = keyTerm(taxonomy, slug);
    if (!this.#named.has(key))
      this.#named.set(detach(key), { taxonomy: detach(taxonomy), slug: detach(slug), line });
  }

  finish(): { terms: PartTerm[]; namedTerms: NamedTerm[] } {
    return { terms: this.#terms, namedTerms: [...this.#named.values()] };
  }
}
