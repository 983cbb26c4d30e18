/** Guesses a name from an email address, for accounts that are created without one. */

export interface PersonName {
  first_name: string;
  last_name: string;
}

const NAME_CHARACTERS = 100;
/** Public mail providers, whose domain isn't the name of a company. */
const MAILBOXES: ReadonlySet<string> = new Set([
  'aol',
  'fastmail',
  'gmail',
  'gmx',
  'googlemail',
  'hotmail',
  'icloud',
  'live',
  'mailbox',
  'outlook',
  'posteo',
  'proton',
  'protonmail',
  'yahoo',
]);

/** `dana.miller@example.com` is Dana Miller. With a single word, as in `dana@brightpages.com`, it is Dana Brightpages. */
export function nameByEmail(email: string): PersonName {
  const at = email.lastIndexOf('@');
  const [first, ...others] = readWords(email.slice(0, at));
  const last = others.length > 0 ? others.join(' ') : (nameByDomain(email.slice(at + 1)) ?? 'Admin');
  return {
    first_name: (first ?? 'First').slice(0, NAME_CHARACTERS),
    last_name: last.slice(0, NAME_CHARACTERS),
  };
}

/** Splits at dots and underscores, or else at hyphens: `anna-lena.meyer`, `dana-miller`. */
function readWords(mailbox: string): string[] {
  const [name = ''] = mailbox.split('+');
  const parts = name.split(/[._]+/);
  const words = parts.length > 1 ? parts : name.split('-');
  return words
    .map((word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((word) => word !== '')
    .map((word) => (word.length === 1 ? `${word.toUpperCase()}.` : capitalize(word)));
}

/** Takes the longest label before the top-level domain as the company: `mail.brightpages.co.uk`. */
function nameByDomain(domain: string): string | undefined {
  const labels = domain.split('.').slice(0, -1);
  const [longest = ''] = labels.toSorted((left, right) => right.length - left.length);
  return longest === '' || MAILBOXES.has(longest.toLowerCase()) ? undefined : capitalize(longest);
}

/** Keeps capitals within a word (McArthur), unless all letters are capitals. */
function capitalize(word: string): string {
  const plain = word === word.toUpperCase() ? word.toLowerCase() : word;
  return plain.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}
