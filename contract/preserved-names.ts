/**
 * Names in brackets that aren't placeholders: comma-separated text on the wire and in the database, a list for the
 * engine. Without zod, because the browser loads it early.
 */

/** Splits a text such as `owner, [zip]` into unique names without brackets and spaces. */
export function splitNames(text: string): string[] {
  const names = text.split(',').map((name) => name.replaceAll(/[[\]]/g, '').trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** Joins names to one text; names can't contain commas. */
export function joinNames(names: readonly string[]): string {
  return splitNames(names.join()).join();
}
