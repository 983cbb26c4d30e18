/** Where a link that came from the server may lead. Pure. */

/** Only pages of this application: `//host` and `/\host` are addresses of somebody else. */
export function isOwnPage(link: string | null): link is string {
  return link !== null && /^\/(?![/\\])/.test(link);
}
