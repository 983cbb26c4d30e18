/**
 * Which item of an export is the pattern: the one that holds placeholders. Media and menu items
 * never are.
 */
import type { Columns } from '../fill/columns.ts';
import type { Problem } from '../problem.ts';
import { findBracketed } from '../seed/placeholder.ts';
import { type Seed, type SeedItem, placeInSeed } from '../seed/seed.ts';

const NEVER_PATTERN = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'custom_css',
  'customize_changeset',
  'wp_global_styles',
]);

export function mayBePattern(item: SeedItem): boolean {
  return !NEVER_PATTERN.has(item.type);
}

function holdsPlaceholder(seed: Seed, item: SeedItem, columns: Columns): boolean {
  const raw = seed.text.slice(item.element.start, item.element.end);
  return findBracketed(raw).some(
    ({ name }) =>
      name !== '' && (columns.resolve(name) !== undefined || columns.judge(name).verdict === 'fault'),
  );
}

function nameItem(seed: Seed, item: SeedItem): string {
  return `"${item.title || '(no title)'}" (${item.type || 'no type'}, line ${placeInSeed(seed, item.element.start).line})`;
}

/** The pattern, or the fault that there is none or more than one. */
export function choosePattern(seed: Seed, columns: Columns): SeedItem | Problem {
  const candidates = seed.items.filter(mayBePattern);
  const found = candidates.filter((item) => holdsPlaceholder(seed, item, columns));
  const [first, second] = found;
  if (first && !second) return first;
  if (first && second) {
    const named = found
      .slice(0, 10)
      .map((item) => nameItem(seed, item))
      .join(', ');
    return {
      code: 'seed-two-patterns',
      severity: 'fault',
      file: seed.file,
      ...placeInSeed(seed, second.element.start),
      text: `${found.length} pages of the export hold placeholders: ${named}. One page is the pattern: export it alone, or remove the placeholders from the others.`,
    };
  }
  const place = candidates[0] ?? seed.items[0];
  return {
    code: 'no-placeholder',
    severity: 'fault',
    file: seed.file,
    ...(place ? placeInSeed(seed, place.element.start) : {}),
    text: `The seed holds no placeholder, so all pages would be the same. Write the name of a column in brackets where the town stands, such as [${columns.names[0] ?? 'geo_city'}].`,
  };
}
