/** URLs as a browser (WHATWG URL) and a server read them. */

/**
 * Decodes a URL to its octets, one character each: `%20` and a space are the same octet, and so are
 * `%C3%A9` and `é`.
 */
export function readOctets(address: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(address));
  return bytes.replaceAll(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Decodes valid UTF-8 `%XX` sequences, as a browser does after `javascript:`. */
export function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (octets) => {
    try {
      return decodeURIComponent(octets);
    } catch {
      return octets;
    }
  });
}

/** Returns a query parameter as a server parses it. */
export function getQueryValue(address: string, name: string): string | undefined {
  const query = address.split('?')[1]?.split('#')[0] ?? '';
  const pair = query.split('&').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

/** Resolves a URL as a browser does on a page of the site. */
export function resolveUrl(address: string): URL {
  return new URL(address, 'https://site.example/page/');
}

/** Strips spaces at the ends, tabs and line breaks, which browsers ignore in URLs. */
export function normalizeUrl(text: string): string {
  return text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '').replaceAll(/[\t\n\r]/g, '');
}

/** Returns true for a scheme that pages must not link to. */
export function hasForbiddenScheme(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(normalizeUrl(text))?.[1]?.toLowerCase();
  return scheme !== undefined && !['http', 'https', 'mailto', 'tel'].includes(scheme);
}

/** Returns the digits of a text as a `tel:` URL has them. */
export function getDigits(text: string): string {
  return (/^[^0-9]*\+/.test(text) ? '+' : '') + text.replaceAll(/[^0-9]/g, '');
}
