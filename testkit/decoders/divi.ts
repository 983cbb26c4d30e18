/** Decodes text that Divi saved, before a browser reads it. */

/** Decodes a code module: drops the line breaks of the file and restores those that Divi saved. */
export function showCodeModule(code: string): string {
  return code
    .replaceAll('\n', '')
    .replaceAll(
      /<!– \[et_pb_line_break_holder\] –>|<!-- \[et_pb_line_break_holder\] -->|\|\|et_pb_line_break_holder\|\|/g,
      '\n',
    )
    .replaceAll('<!–- [et_pb_br_holder] -–>', '<br />');
}

/** Decodes a code module of a version before 3.15.1, which saved HTML as references. */
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

/** Decodes the styles in an attribute of a module. */
export function showModuleCss(css: string): string {
  return css
    .replaceAll('||', '\n')
    .replaceAll('%22', '"')
    .replaceAll('%92', '\\')
    .replaceAll('%91', '[')
    .replaceAll('%93', ']');
}
