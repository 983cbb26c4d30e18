/** Brackets that are no placeholders because of what is around them: a link, a set of characters, a class. */
import type { Bracketed } from '../language/placeholder.ts';

/** Text of a link in Markdown: `[Phone](tel:…)`. */
const LINK_BEHIND = /^\((?:https?:|mailto:|tel:|www\.|[/#])/i;
/** A set of characters, as patterns have it: `[A-Za-z0-9_]`. */
const CHARACTER_SET = /^(?:[a-z]-[a-z](?![a-z])|[A-Z]-[A-Z](?![A-Z])|0-9)[\w-]*$/;
/** Names of class lists in attributes, shortcodes, JSON and scripts: `el_class="…`. */
const IN_CLASS_LIST = /class(?:es|name|list)?\\*["']?\s*[:=]\s*\\*["'`][^"'`<>]*$/i;
const CLASS_LIST_WIDTH = 400;

/** Is the bracket in a place within a text that has a meaning of its own for brackets? */
export function isLooseIn(text: string, bracketed: Bracketed): boolean {
  const { name, from, to } = bracketed;
  if (CHARACTER_SET.test(name) || LINK_BEHIND.test(text.slice(to, to + 9))) return true;
  const before = text.slice(Math.max(0, from - CLASS_LIST_WIDTH), from);
  return isAttached(text, bracketed) && IN_CLASS_LIST.test(before);
}

/** Is the bracket a part of a word, such as `bg-[red]`? */
export function isAttached(text: string, { from, to }: Bracketed): boolean {
  return /[^\s"'`]/.test(text[from - 1] ?? '') || text[to] === ':';
}
