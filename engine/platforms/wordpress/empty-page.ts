/** Posts without title, content and excerpt: WordPress refuses them, and the import doesn't report it. */
import type { GuardedText } from '../../encoding/piece.ts';
import { renderText } from '../../render/render-text.ts';
import { isEmptyInPhp } from '../shared/php/is-empty-in-php.ts';
import type { Pattern, RowFault } from '../../render/template.ts';
import type { RowValues } from '../../render/row-values.ts';

/** `wp_insert_post()` requires one of them if a type has all three, as posts do. */
const TEXT_LEAVES = ['title', 'content', 'excerpt'];

function staticText({ parts }: GuardedText): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

/** Validates rows, unless the seed's own texts keep each page from being empty. */
export class EmptyPosts {
  readonly #type: GuardedText;
  readonly #texts: readonly GuardedText[];
  /** Rows can leave a post empty. */
  readonly #isPossible: boolean;

  constructor({ pattern }: { pattern: Pick<Pattern, 'texts'> }) {
    this.#type = pattern.texts.get('wp:post_type') ?? { parts: [] };
    this.#texts = TEXT_LEAVES.flatMap((leaf) => pattern.texts.get(leaf) ?? []);
    const mayBePost = this.#type.parts.some((part) => typeof part !== 'string' || part === 'post');
    this.#isPossible = mayBePost && this.#texts.every((text) => isEmptyInPhp(staticText(text)));
  }

  validate(values: RowValues): RowFault[] {
    if (!this.#isEmpty(values)) return [];
    const text =
      'The title, the content and the excerpt would be empty, and WordPress rejects such a post. Fill in the cells used in one of them.';
    return [{ code: 'post-empty', text, value: this.#firstHole }];
  }

  #isEmpty(values: RowValues): boolean {
    if (!this.#isPossible || renderText(this.#type, values) !== 'post') return false;
    return this.#texts.every((text) => isEmptyInPhp(renderText(text, values)));
  }

  /** The first value in one of the texts, at which the fault is reported. */
  get #firstHole() {
    const parts = this.#texts.flatMap((text) => text.parts);
    return parts.find((part) => typeof part !== 'string')?.value;
  }
}
