/** Checks links from the server. Pure. */

/** Only pages of this application: `//host` and `/\host` are other sites. */
export function isOwnPage(link: string | null): link is string {
  return link !== null && /^\/(?![/\\])/.test(link);
}
