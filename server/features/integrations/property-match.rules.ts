/** Which property of Search Console a domain takes its figures from, when nobody has chosen one. */

interface Property {
  id: number;
  site: string;
  permission: string;
}

/** Google lists what somebody added and never verified; it answers nothing about it. */
const READABLE = new Set(['siteOwner', 'siteFullUser', 'siteRestrictedUser']);

/** Whether Google answers questions about it. */
export function isReadable({ permission }: Pick<Property, 'permission'>): boolean {
  return READABLE.has(permission);
}

/** The whole domain before one of its addresses, `https` before `http`; never the property of a parent domain. */
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
