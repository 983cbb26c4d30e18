/**
 * Names of brackets that are no placeholders and stay as they are: one text on the wire and in the database,
 * a list for the engine. Without zod, because the reader in the browser uses it too.
 */

/** The names of a text such as `owner, [zip]`: each once, without brackets and blanks around them. */
export function splitNames(text: string): string[] {
  const names = text.split(',').map((name) => name.replaceAll(/[[\]]/g, '').trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** The same names as one text; a name holds no comma. */
export function joinNames(names: readonly string[]): string {
  return splitNames(names.join()).join();
}
