/** Reads the paragraphs of a page as plain text, with the same parser that its words are read with. */
import type { AuditedPage } from '../verify/audited-page.ts';
import { type HtmlBlock, HtmlReader, toBlockText, toPlainText } from './read-html.ts';

/** The rest of a longer page isn't compared. */
const MAX_PARAGRAPHS = 250;
const MAX_CHARACTERS = 200_000;
const MAX_TITLE_CHARACTERS = 1000;

export interface PageText {
  title: string;
  paragraphs: string[];
  /** True if the page has more text. */
  isCut: boolean;
}

/** Reads pages one after another. */
export class ParagraphReader {
  readonly #reader = new HtmlReader((block) => this.#add(block));
  #paragraphs: string[] = [];
  #characters = 0;
  #isCut = false;

  read({ title, texts }: Pick<AuditedPage, 'title' | 'texts'>): PageText {
    this.#reader.reset();
    this.#paragraphs = [];
    this.#characters = 0;
    this.#isCut = false;
    for (const text of texts) this.#reader.read(text);
    const whole = toPlainText(title);
    return {
      title: whole.slice(0, MAX_TITLE_CHARACTERS),
      paragraphs: this.#paragraphs,
      isCut: this.#isCut || whole.length > MAX_TITLE_CHARACTERS,
    };
  }

  #add({ html }: HtmlBlock): void {
    const room = MAX_CHARACTERS - this.#characters;
    if (room <= 0 || this.#paragraphs.length === MAX_PARAGRAPHS) {
      this.#isCut = true;
      return;
    }
    const text = toBlockText(html);
    this.#isCut ||= text.length > room;
    this.#paragraphs.push(text.slice(0, room));
    this.#characters += text.length;
  }
}
