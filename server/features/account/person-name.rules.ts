/**
 * A name for the first account where the settings give nothing but an e-mail address: it is shown in the
 * header of every page until its person says more.
 */

export interface PersonName {
  first_name: string;
  last_name: string;
}

const NAME_CHARACTERS = 100;
/** Domains of mailboxes for everybody say nothing about who somebody is. */
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

/**
 * Reads a name out of an address: `dana.miller@…` is Dana Miller, and `dana@brightpages.com`, which names
 * one word, is Dana Brightpages.
 */
export function nameByEmail(email: string): PersonName {
  const at = email.lastIndexOf('@');
  const [first, ...others] = readWords(email.slice(0, at));
  const last = others.length > 0 ? others.join(' ') : (nameByDomain(email.slice(at + 1)) ?? 'Admin');
  return {
    first_name: (first ?? 'First').slice(0, NAME_CHARACTERS),
    last_name: last.slice(0, NAME_CHARACTERS),
  };
}

/** Dots part words; a hyphen does where nothing else does, as in `anna-lena.meyer` and `dana-miller`. */
function readWords(mailbox: string): string[] {
  const [name = ''] = mailbox.split('+');
  const parts = name.split(/[._]+/);
  const words = parts.length > 1 ? parts : name.split('-');
  return words
    .map((word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((word) => word !== '')
    .map((word) => (word.length === 1 ? `${word.toUpperCase()}.` : capitalise(word)));
}

/** The longest label before the ending is the name of the house: `mail.brightpages.co.uk`. */
function nameByDomain(domain: string): string | undefined {
  const labels = domain.split('.').slice(0, -1);
  const [longest = ''] = labels.toSorted((left, right) => right.length - left.length);
  return longest === '' || MAILBOXES.has(longest.toLowerCase()) ? undefined : capitalise(longest);
}

/** Capitals within a word are its owner's wish, unless there is nothing else. */
function capitalise(word: string): string {
  const plain = word === word.toUpperCase() ? word.toLowerCase() : word;
  return plain.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}
