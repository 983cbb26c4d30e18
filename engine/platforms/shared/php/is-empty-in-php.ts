/**
 * Texts that are empty for WordPress, which rejects a post without title, content and excerpt and drops a meta
 * without a name: in PHP, "0" is empty too.
 */
export function isEmptyInPhp(text: string): boolean {
  return text === '' || text === '0';
}
