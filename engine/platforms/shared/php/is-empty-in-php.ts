/**
 * What WordPress takes for empty and so refuses or drops: a post without title, content and excerpt,
 * a meta without a name. Both are PHP's questions, to which "0" is as empty as nothing.
 */
export function isEmptyInPhp(text: string): boolean {
  return text === '' || text === '0';
}
