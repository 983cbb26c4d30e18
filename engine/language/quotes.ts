/** Quotation marks of all sorts: editors convert straight ones to typographic ones. */

export const DOUBLE_QUOTES = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02';
export const SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b\u2039\u203a\u2032\uff07";

/** Source of a pattern for a text in quotes of one kind; the text can contain the other kind. */
export const QUOTED = [DOUBLE_QUOTES, SINGLE_QUOTES]
  .map((quotes) => `[${quotes}]([^${quotes}]*)[${quotes}]`)
  .join('|');
