/** The name of a seed that was mended in the page: it says so, once. */
export function mendedName(file: string): string {
  return /-mended\.[^.]*$/.test(file)
    ? file
    : file.replace(/(\.[^.]*)?$/, (end) => `-mended${end || '.xml'}`);
}
