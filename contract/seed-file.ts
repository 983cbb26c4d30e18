/** Which files may be chosen as a seed page; what is in them is for the engine to judge. */

/**
 * Whether a file counts as a seed: type `text/xml`, or a name that ends in `.xml` (specification,
 * section 5). Neither minds capitals.
 */
export function isSeedFile({ name, type }: { name: string; type: string }): boolean {
  return /^text\/xml$/i.test(type) || /\.xml$/i.test(name);
}
