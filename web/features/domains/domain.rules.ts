/** Labels of a domain's type and status, and corrections of mistyped names. Pure. */
import { domainName } from '#contract/domain-name.ts';
import type { Domain } from '#contract/domains.contract.ts';

/** In the order of the specification. */
export const TYPES: readonly { value: Domain['project_type']; label: string }[] = [
  { value: 'WordPress', label: 'WordPress' },
  { value: 'Hubspot', label: 'Hubspot' },
  { value: 'Drupal', label: 'Drupal' },
  { value: 'Images', label: 'Geocoder' },
];

export const STATUSES: readonly { value: Domain['status']; label: string }[] = [
  { value: '1', label: 'Active' },
  { value: '0', label: 'Inactive' },
];

export const getTypeLabel = (type: Domain['project_type']) =>
  TYPES.find(({ value }) => value === type)?.label ?? type;

export const isDomain = (text: string): boolean => domainName.safeParse(text).success;

/** Common typos; some are country domains, which few agencies mean. */
const TYPOS: Readonly<Record<string, readonly string[]>> = {
  com: ['cm', 'om', 'cmo', 'ocm', 'con', 'cim', 'cpm', 'clm', 'vom', 'xom', 'dom', 'comm', 'coom', 'ccom'],
  net: ['nte', 'ent', 'ner', 'nrt', 'met', 'nett', 'neet', 'nnet'],
  org: ['ogr', 'rog', 'orh', 'prg', 'ofg', 'orgg', 'oorg', 'orq'],
};

/** @returns the likely name: only `.com`, or the whole name if more than its ending differs */
export function guessDomain(text: string): { correction: string; name: string } | undefined {
  const typed = text.trim();
  const bare = typed.replace(/^[a-z]*:?\/\//i, '').replace(/[/?#].*$/, '');
  // The comma key is next to the period key.
  const dotted = bare.replaceAll(',', '.').replaceAll(/\s/g, '').replace(/\.$/, '');
  const name = dotted.includes('.') ? dotted : dotted.replace(/(?<=..)(com|net|org)$/i, '.$1');
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  const correction = Object.keys(TYPOS).find((each) => TYPOS[each]?.includes(ending));
  if (correction !== undefined) {
    const corrected = `${name.slice(0, -ending.length)}${correction}`;
    return isDomain(corrected) ? { correction: `.${correction}`, name: corrected } : undefined;
  }
  return name !== typed && isDomain(name) ? { correction: name, name } : undefined;
}
