/** Divi saves a line break of a code module as a comment. */
const MARKER =
  /(?:<|&lt;)!(?:[-–]|&#8211;){1,2}\s?\[et_pb_(?:line_break|br)_holder\]\s?(?:[-–]|&#8211;){1,2}(?:>|&gt;)|\|\|et_pb_line_break_holder\|\|/gu;

/** The code as a browser gets it. */
export function undoDiviMarkers(code: string): string {
  return code.includes('_holder') ? code.replaceAll(MARKER, '\n') : code;
}
