/** Rejects passwords that are long enough but easy to guess. */

const PRODUCT = 'geoloom';
const WORD_CHARACTERS = 3;
const CHARACTERS = 8;

interface Owner {
  email: string;
  first_name: string;
  last_name: string;
}

/**
 * Validates a new password, except its length, which the contract checks.
 * @param isCommon true for passwords on the list of the most common ones
 * @returns one sentence per fault
 */
export function findPasswordFaults(
  password: string,
  owner: Owner,
  isCommon: (password: string) => boolean,
): string[] {
  if (!password.isWellFormed()) return ['Password contains an incomplete character. Type it again.'];
  if (isCommon(password)) return ['Password is too common. Choose another.'];
  if (isMadeOfContext(password, owner)) {
    return ['Password is too similar to your name, your email address or “Geoloom”. Choose another.'];
  }
  return [];
}

/** Known words do not count towards the length. */
function isMadeOfContext(password: string, owner: Owner): boolean {
  const words = [
    PRODUCT,
    owner.email,
    ...`${owner.email} ${owner.first_name} ${owner.last_name}`.split(/[^\p{L}\p{N}]+/u),
  ]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= WORD_CHARACTERS)
    .toSorted((left, right) => right.length - left.length);
  const whole = password.toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && [...rest].length < CHARACTERS;
}
