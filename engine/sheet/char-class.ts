/**
 * Character classes, one bit each. A table stores the union of the classes in each cell, and a context has a mask
 * of the classes it must encode, so that one AND decides whether a cell can be copied unchanged.
 */

export const CHAR_CLASS = {
  upper: 1 << 0,
  space: 1 << 1,
  hyphen: 1 << 2,
  /** `_` `.` `~` */
  mark: 1 << 3,
  /** `!` `*` `(` `)` */
  paren: 1 << 4,
  apostrophe: 1 << 5,
  quote: 1 << 6,
  /** `<` `>` */
  angle: 1 << 7,
  ampersand: 1 << 8,
  /** `[` `]` */
  bracket: 1 << 9,
  backslash: 1 << 10,
  slash: 1 << 11,
  /** TAB, LF, CR and DEL: control characters that XML 1.0 allows */
  control: 1 << 12,
  /** All other printable ASCII characters: `, ; : @ = + $ ? # % | ^ { }` and the backtick */
  punctuation: 1 << 13,
  nonAscii: 1 << 14,
} as const;

/** Class of each ASCII code; 0 for lowercase letters and digits, which no context encodes. */
export const ASCII_CLASS: Uint16Array = (() => {
  const classes = new Uint16Array(128).fill(CHAR_CLASS.punctuation);
  const mark = (characters: string, value: number) => {
    for (const character of characters) classes[character.charCodeAt(0)] = value;
  };
  for (let code = 0; code < 32; code += 1) classes[code] = CHAR_CLASS.control;
  classes[127] = CHAR_CLASS.control;
  mark('abcdefghijklmnopqrstuvwxyz0123456789', 0);
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', CHAR_CLASS.upper);
  mark(' ', CHAR_CLASS.space);
  mark('-', CHAR_CLASS.hyphen);
  mark('_.~', CHAR_CLASS.mark);
  mark('!*()', CHAR_CLASS.paren);
  mark("'", CHAR_CLASS.apostrophe);
  mark('"', CHAR_CLASS.quote);
  mark('<>', CHAR_CLASS.angle);
  mark('&', CHAR_CLASS.ampersand);
  mark('[]', CHAR_CLASS.bracket);
  mark('\\', CHAR_CLASS.backslash);
  mark('/', CHAR_CLASS.slash);
  return classes;
})();
