/** Brackets with another meaning: a set of characters, a part of a class. */
import type { Bracketed } from '../language/placeholder.ts';

/** A set of characters of a pattern: `[A-Za-z0-9_]`. */
const CHARACTER_SET = /^(?:[a-z]-[a-z](?![a-z])|[A-Z]-[A-Z](?![A-Z])|0-9)[\w-]*$/;
/** Beginning of a class list in attributes, shortcodes, JSON and scripts: `el_class="…`. */
const IN_CLASS_LIST = /class(?:es|name|list)?\\*["']?\s*[:=]\s*\\*["'`][^"'`<>]*$/i;
const CLASS_LIST_WIDTH = 400;

/** Recognizes a bracket that has another meaning in its text. */
export function isLooseIn(text: string, bracketed: Bracketed): boolean {
  const { name, from } = bracketed;
  if (CHARACTER_SET.test(name)) return true;
  const before = text.slice(Math.max(0, from - CLASS_LIST_WIDTH), from);
  return isAttached(text, bracketed) && IN_CLASS_LIST.test(before);
}

/** Recognizes a bracket that is a part of a word, such as `bg-[red]`. */
export function isAttached(text: string, { from, to }: Bracketed): boolean {
  return /[^\s"'`]/.test(text[from - 1] ?? '') || text[to] === ':';
}
