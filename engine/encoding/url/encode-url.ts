/**
 * URLs (RFC 3986, RFC 3966 for `tel:`, RFC 6068 for `mailto:`). A value that is a whole URL keeps its form; a
 * value that is a part of one is percent-encoded.
 */
import { toDecimalPoint } from '../../text/decimal-number.ts';
import { trimEdges } from '../../text/trim-edges.ts';
import { type Unencodable, defineEncoders } from '../../text/encoder.ts';
import { toTelephone } from '../../language/filters.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ALLOWED_SCHEME = /^(?:https?|mailto|tel):/i;

/**
 * Removes what a browser removes before it reads the scheme (WHATWG URL, basic parser). A regular expression for
 * the end would take quadratic time for a run of spaces.
 */
function trimAsBrowser(value: string): string {
  let from = 0;
  let to = value.length;
  while (value.charCodeAt(from) <= 0x20) from += 1;
  while (to > from && value.charCodeAt(to - 1) <= 0x20) to -= 1;
  return value.slice(from, to).replaceAll(/[\t\n\r]/g, '');
}

/** Characters that PHP's `rawurlencode()` percent-encodes. */
const RESERVED = /[^A-Za-z0-9_.~-]/gu;

function percentEncode(character: string): string {
  return encodeURIComponent(character).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const BAD_SCHEME: Unencodable = {
  code: 'address-scheme',
  reason: 'is used as a URL, which may only begin with http, https, mailto or tel, or be relative',
};

function encodeWhole(value: string): string | Unencodable {
  const read = trimAsBrowser(value);
  if (SCHEME.test(read) && !ALLOWED_SCHEME.test(read)) {
    return BAD_SCHEME;
  }
  return read.replaceAll(/[\s"<>[\]\\^`{|}']/g, percentEncode);
}

/** In a `srcset` a comma at either end of a URL would separate it from its descriptor. */
function encodeCandidate(value: string): string | Unencodable {
  const encoded = encodeWhole(value);
  if (typeof encoded !== 'string') return encoded;
  const inner = trimEdges(encoded, ',');
  const before = inner === '' ? encoded.length : encoded.indexOf(inner);
  const after = encoded.length - before - inner.length;
  return '%2C'.repeat(before) + inner + '%2C'.repeat(after);
}

function encodeScheme(value: string): string | Unencodable {
  if (/^(?:https?|mailto|tel)$/i.test(value.trim())) return value.trim();
  return {
    code: 'address-scheme',
    reason: 'is used as the scheme of a URL, which may only be http, https, mailto or tel',
  };
}

/** Each of several values may be a URL, and a colon could end the scheme that the seed begins. */
function encodeAnimated(value: string): string | Unencodable {
  const isAllowed = (part: string) =>
    !part.includes(':') || ALLOWED_SCHEME.test(part) || /^[./?#]/.test(part);
  return value.split(';').map(trimAsBrowser).every(isAllowed) ? value : BAD_SCHEME;
}

export const urlEncoders = defineEncoders(
  {
    /** Already a URL or a slug. */
    'url-keep': { label: 'address', encode: (value) => value },
    'url-whole': { label: 'whole address', encode: encodeWhole },
    'url-candidate': { label: 'whole address', encode: encodeCandidate },
    'url-scheme': { label: 'scheme of an address', encode: encodeScheme },
    'url-animated': { label: 'animated value', encode: encodeAnimated },
    'url-coordinate': {
      label: 'part of an address',
      encode: (value) => encodeURIComponent(toDecimalPoint(value)),
    },
    'url-part': { label: 'part of an address', encode: encodeURIComponent },
    /** Encodes a percent sign of the value too. */
    percent: { label: 'percent-encoded text', encode: (value) => value.replaceAll(RESERVED, percentEncode) },
    'url-mail': {
      label: 'mail address',
      encode: (value) => encodeURIComponent(value).replaceAll('%40', '@'),
    },
    tel: { label: 'telephone address', encode: toTelephone },
  },
  'address',
);
