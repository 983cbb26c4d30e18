/** Decodes what Divi (`%91`, `%93`) and WPBakery (`` `{` ``, `` `}` ``) write for brackets. */
export function undoBuilderSigns(text: string): string {
  return text.replaceAll(/%91|`\{`/gu, '[').replaceAll(/%93|`\}`/gu, ']');
}
