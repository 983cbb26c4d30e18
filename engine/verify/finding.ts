/** The result of a rule for one text, before its item is known. */
import type { Severity } from '../problem.ts';

export interface Finding {
  code: string;
  severity: Severity;
  /** The problem and the remedy, without the page's name. */
  text: string;
  /** Position in the checked text, in UTF-16 units; the start if left out. */
  at?: number;
  /** Start of the value it is about, when a row's own text may look just like this. */
  quote?: string;
  /** The template tags of the text, where it is about what the seed has instead. */
  shape?: string;
  /** A page may have as many of these in a field as the seed: only changes by filling matter. */
  isExcusable?: true;
}

/** Creates a finding that refuses the file. */
export function fault(code: string, text: string): Finding {
  return { code, severity: 'fault', text };
}

/** Creates a finding that doesn't change which pages import. */
export function notice(code: string, text: string): Finding {
  return { code, severity: 'notice', text };
}

/** Enough of a value to recognize it by. */
export const QUOTE_LENGTH = 80;

/** The first characters of a text, a pair of surrogates whole or not at all. */
export function cut(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}

/** A value as a message shows it: on one line, cut to 60 characters. */
export function excerpt(value: string): string {
  const line = cut(value, 240).replaceAll(/\s+/gu, ' ').trim();
  return line.length > 60 ? `${cut(line, 59)}…` : line;
}

/** Names an item for messages: `Page "springfield-il"`. */
export function nameItem({ type, slug, id }: { type: string; slug: string; id: number }): string {
  const kind = type === '' ? 'Item' : type.charAt(0).toUpperCase() + cut(type.slice(1), 39);
  return slug === '' ? `${kind} ${id}` : `${kind} "${cut(slug, 100)}"`;
}

/** Begins the text of a problem with the item's name; `detail` is the text without it. */
export function addSubject(subject: string, detail: string): { text: string; detail: string } {
  return { text: `${subject}: ${detail}`, detail };
}
