/** Normalizes domain names: lower case and ASCII, other scripts as punycode. */
import { z } from 'zod';

const INVALID = 'Invalid domain';
/** RFC 1035, section 2.3.4. */
const NAME_CHARACTERS = 253;
/** Labels of 1–63 characters, then a top-level part of letters; those of other scripts are punycode. */
const NAME = /^(?:[a-z0-9_-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Validates a domain and reports "Invalid domain". */
export const domainName = z
  .string(INVALID)
  .trim()
  .overwrite(toAscii)
  .refine((name) => name.length <= NAME_CHARACTERS && NAME.test(name), INVALID)
  .describe('Stored in lower case, and as punycode if it is not ASCII');

/**
 * Keeps URLs, ports, symbols and spaces, so that validation rejects them; parsing would drop or decode them.
 */
function toAscii(text: string): string {
  const url = `http://${text}`;
  return /^[\p{L}\p{M}\p{N}_.-]+$/u.test(text) && URL.canParse(url) ? new URL(url).hostname : text;
}
