/**
 * Texts in which the pages of a plan differ: what each row writes into the placeholders and constructs of the seed,
 * without filling its page.
 */
import type { EncodedValue, Parts, ValueSource } from '../language/value.ts';
import { MASKED_WORDS } from '../quality/thresholds.ts';
import { hashWords } from '../quality/word-reader.ts';
import type { Plan } from '../render/plan.ts';
import { createRowKey } from '../render/page-slug.ts';
import { createRowOpener } from '../render/project-row.ts';
import type { RowValues } from '../render/row-values.ts';

/** Values that identify a page, and those that are the same on every page. */
const NO_TEXT: ReadonlySet<ValueSource['kind']> = new Set([
  'page-url',
  'identity',
  'row-slug',
  'city-state',
  'row-number',
  'in-turn',
  'text',
]);
/** Values that aren't whole cells of the row, so the names in them aren't masked. */
const UNMASKED: ReadonlySet<ValueSource['kind']> = new Set(['item', 'near', 'near-distance']);
/** Share of the words of a text by which it is recognized in a page. */
const FOUND = 0.8;

/** Static text of a construct, or a value in it or outside. */
type Part = Parts[number];

/** A text that a row writes. */
export interface WrittenText {
  part: Part;
  text: string;
}

/** The page of a row: its URL, and the values of the row with the identity of the page. */
export interface OpenedPage {
  slug: string;
  url: string;
  values: RowValues;
}

/** Removes tags, also those that the text begins or ends in. */
function removeTags(text: string): string {
  return text.includes('<') || text.includes('>')
    ? text.replaceAll(/^[^<>]*>|<[^<>]*>|<[^<>]*$/g, ' ')
    : text;
}

function listTexts(values: RowValues, parts: Parts): WrittenText[] {
  return values.listWritten(parts).flatMap(({ values: from, part }) => {
    if (typeof part === 'string') return [{ part, text: part }];
    const { source } = part.value;
    if (source.kind === 'base64') return listTexts(from, source.parts);
    return NO_TEXT.has(source.kind) ? [] : [{ part, text: from.computeText(part.value) }];
  });
}

/** Reads the texts of rows, and counts the words of each once. */
export class RowTexts {
  readonly #plan: Plan;
  readonly #open: (row: number) => RowValues;
  readonly #values: readonly EncodedValue[];
  readonly #ids = new Map<string, number>();
  /** Number of words by the id of a text. */
  readonly words: number[] = [];
  /** Parts that a page was searched for, and whether it shows them. */
  readonly #isShown = new Map<Part, boolean>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#open = createRowOpener(plan.project, plan.neighbors);
    const { values, slots, uses } = plan.project.program;
    const used = new Set(
      slots.flatMap((slot, index) => (slot.kind === 'value' && (uses[index] ?? 0) > 0 ? [slot.value] : [])),
    );
    this.#values = values.filter((value) => used.has(value)).map((value) => ({ value, encoders: [] }));
  }

  /** Opens a row of the table; its slug is empty if it can't be a page. */
  open(row: number): OpenedPage {
    const { project, settings } = this.#plan;
    const values = this.#open(row);
    const { slug = '', rowKey = '' } = createRowKey(project, values) ?? {};
    const place = { id: 0, slug, rowKey, date: 0, ...settings?.steer(row, rowKey) };
    const identity = project.template.identities.forPlanning(place);
    return { slug, url: identity.url, values: values.withIdentity(identity) };
  }

  /** Lists what the row writes. */
  list(values: RowValues): WrittenText[] {
    return listTexts(values, this.#values);
  }

  /**
   * Learns from a page which texts visitors see: a value may be only in a slug or in a description.
   * @param words hashes of all words of the page
   */
  learn(written: readonly WrittenText[], words: ReadonlySet<number>): void {
    for (const { part, text } of written) {
      if (this.#isShown.get(part) === true) continue;
      const own = hashWords(removeTags(text));
      if (own.length === 0) continue;
      const found = own.filter((word) => words.has(word)).length;
      this.#isShown.set(part, found >= own.length * FOUND);
    }
  }

  /** Lists ids of the texts that differ between pages, each once and without values that are masked. */
  listIds(written: readonly WrittenText[]): number[] {
    const ids: number[] = [];
    for (const { part, text } of written) {
      if (text === '' || this.#isShown.get(part) === false) continue;
      const id = this.toId(text);
      const words = this.words[id] ?? 0;
      const isMasked =
        typeof part !== 'string' && words <= MASKED_WORDS && !UNMASKED.has(part.value.source.kind);
      if (words > 0 && !isMasked && !ids.includes(id)) ids.push(id);
    }
    return ids;
  }

  /** Id of a text: equal for equal texts. */
  toId(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.words.length);
    return this.words.push(hashWords(removeTags(text)).length) - 1;
  }
}
