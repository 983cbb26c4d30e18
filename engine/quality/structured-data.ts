/** Checks the JSON-LD of a page by Google's table for local businesses (page of December 10, 2025). */
import { GEO_DECIMALS } from './thresholds.ts';

export type StructuredDataFlaw =
  | 'json-ld-invalid'
  | 'business-incomplete'
  | 'geo-imprecise'
  | 'business-rating';

/** LocalBusiness and those of its types that town pages have. */
const BUSINESS =
  /^(?:\w*Business|\w*Contractor|\w*Store|\w*Salon|\w*Agency|\w*Shop|\w*Restaurant|Attorney|AutoRepair|AutoBodyShop|ChildCare|Dentist|DryCleaningOrLaundry|Electrician|EmergencyService|HousePainter|LegalService|Locksmith|MovingCompany|Notary|Optician|Pharmacy|Physician|Plumber|ProfessionalService|RealEstateAgent|SelfStorage|VeterinaryCare)$/;
/** Wrappers that hide scripts from old browsers and XML readers. */
const WRAPPER =
  /^\s*(?:\/\/\s*|\/\*\s*)?(?:<!\[CDATA\[(?:\s*\*\/)?|<!--)|(?:\/\/\s*|\/\*\s*)?(?:\]\]>(?:\s*\*\/)?|-->)\s*$/gu;
const MAX_DEPTH = 40;

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isBusiness(node: Node): boolean {
  const types = [node['@type']].flat();
  return types.some((type) => typeof type === 'string' && BUSINESS.test(type.replace(/^.*[/:]/, '')));
}

function hasAddress({ address }: Node): boolean {
  return [address].flat().some((each) => hasText(each) || (isNode(each) && hasText(each['streetAddress'])));
}

/** A number loses zeros at its end, so only text and numbers of few decimals are certain. */
function isImprecise(value: unknown): boolean {
  const decimals = /\.(\d+)\s*$/.exec(String(value))?.[1]?.length ?? 0;
  return value !== undefined && decimals < (typeof value === 'number' ? GEO_DECIMALS - 1 : GEO_DECIMALS);
}

function checkNode(node: Node, found: Set<StructuredDataFlaw>): void {
  if (isBusiness(node)) {
    // A reference names a business that is described elsewhere.
    const isReference = Object.keys(node).every((key) => key.startsWith('@'));
    if (!isReference && !(hasText(node['name']) && hasAddress(node))) found.add('business-incomplete');
    if (node['aggregateRating'] !== undefined || node['review'] !== undefined) found.add('business-rating');
  }
  if (isImprecise(node['latitude']) || isImprecise(node['longitude'])) found.add('geo-imprecise');
}

function walk(value: unknown, found: Set<StructuredDataFlaw>, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (isNode(value)) checkNode(value, found);
  for (const inner of Object.values(value)) walk(inner, found, depth + 1);
}

/** Checks the scripts of one page. @returns each flaw once */
export function checkStructuredData(scripts: readonly string[]): StructuredDataFlaw[] {
  const found = new Set<StructuredDataFlaw>();
  for (const script of scripts) {
    const json = script.replaceAll(WRAPPER, '').trim();
    if (json === '') continue;
    try {
      walk(JSON.parse(json), found);
    } catch {
      found.add('json-ld-invalid');
    }
  }
  return [...found];
}
