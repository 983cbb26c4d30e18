/** Decodes text that Divi saved, before a browser reads it. */

/** A code module: line breaks of the file go, and those that Divi saved come back. */
export function showCodeModule(code: string): string {
  return code
    .replaceAll('\n', '')
    .replaceAll(
      /<!– \[et_pb_line_break_holder\] –>|<!-- \[et_pb_line_break_holder\] -->|\|\|et_pb_line_break_holder\|\|/g,
      '\n',
    )
    .replaceAll('<!–- [et_pb_br_holder] -–>', '<br />');
}

/** A code module of a version before 3.15.1, whose HTML was saved as references. */
export function decodeCodeModule(code: string): string {
  const references: Record<string, string> = {
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#039': "'",
    amp: '&',
  };
  return code
    .replaceAll('&#091;', '[')
    .replaceAll('&#093;', ']')
    .replaceAll('&amp;', '&')
    .replaceAll(/&(lt|gt|quot|#39|#039|amp|#\d+);/g, (whole, name: string) => {
      const digits = /^#(\d+)$/.exec(name)?.[1];
      return references[name] ?? (digits === undefined ? whole : String.fromCodePoint(Number(digits)));
    });
}

/** The styles in an attribute of a module. */
export function showModuleCss(css: string): string {
  return css
    .replaceAll('||', '\n')
    .replaceAll('%22', '"')
    .replaceAll('%92', '\\')
    .replaceAll('%91', '[')
    .replaceAll('%93', ']');
}
