/** Matches domains with properties of Search Console, until a user chooses a property. */

interface Property {
  id: number;
  site: string;
  permission: string;
}

/** Google also lists unverified properties, but returns no figures of them. */
const READABLE = new Set(['siteOwner', 'siteFullUser', 'siteRestrictedUser']);

/** True if Google returns figures of the property. */
export function isReadable({ permission }: Pick<Property, 'permission'>): boolean {
  return READABLE.has(permission);
}

/** Prefers the whole domain to a URL, and `https` to `http`; never returns the property of a parent domain. */
export function matchProperty<P extends Property>(domain: string, properties: readonly P[]): P | undefined {
  const bare = domain.replace(/^www\./, '');
  const wanted = [
    `sc-domain:${domain}`,
    `sc-domain:${bare}`,
    ...['https', 'http'].flatMap((protocol) =>
      [domain, bare, `www.${bare}`].map((host) => `${protocol}://${host}/`),
    ),
  ];
  for (const site of wanted) {
    const found = properties.find((each) => each.site === site && isReadable(each));
    if (found !== undefined) return found;
  }
  return undefined;
}
