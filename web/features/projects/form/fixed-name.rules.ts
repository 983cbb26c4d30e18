/** The name of a seed that was fixed in the page: it says so, once. */
export function fixedName(file: string): string {
  return /-fixed\.[^.]*$/.test(file) ? file : file.replace(/(\.[^.]*)?$/, (end) => `-fixed${end || '.xml'}`);
}
