/** Notices about records of an export that aren't included, and their effect on the pages. */
import { cutText } from '../../../text/cut-text.ts';
import { reportInSeed } from '../../../render/seed.ts';
import type { Problem } from '../../../problem.ts';
import { getRecordKind } from './post-types.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

const MAX_TITLES = 3;
const MAX_TYPES = 6;
const MAX_RECORDS = 10;
const TITLE_LENGTH = 60;

const quoteTitle = ({ title }: SeedItem) => `"${cutText(title.trim(), TITLE_LENGTH) || '(no title)'}"`;

function listRecords(items: readonly SeedItem[]): string {
  const listed = items
    .slice(0, MAX_RECORDS)
    .map((item) => `${quoteTitle(item)} (${item.type}, id ${item.id})`)
    .join(', ');
  return items.length > MAX_RECORDS ? `${listed} and ${items.length - MAX_RECORDS} more` : listed;
}

/** `3 of type post ("A", "B", "C"), 1 of type nav_menu_item ("Home")`, most frequent first. */
function listByType(items: readonly SeedItem[]): string {
  const groups = [...Map.groupBy(items, ({ type }) => type)].sort(([, a], [, b]) => b.length - a.length);
  const listed = groups.slice(0, MAX_TYPES).map(([type, group]) => {
    const titles = group.slice(0, MAX_TITLES).map(quoteTitle);
    const more = group.length > MAX_TITLES ? ', …' : '';
    return `${group.length} of type ${type || '(none)'} (${titles.join(', ')}${more})`;
  });
  return groups.length > MAX_TYPES
    ? `${listed.join(', ')} and ${groups.length - MAX_TYPES} more types`
    : listed.join(', ');
}

const count = (items: readonly unknown[], one: string, many: string) =>
  items.length === 1 ? `1 ${one}` : `${items.length} ${many}`;

/** Reports included records with placeholders, which belong to the form or are left empty. */
export function reportPlaceholders(seed: WxrSeed, holders: readonly SeedItem[]): Problem[] {
  const groups = Map.groupBy(holders, ({ type }) => {
    const kind = getRecordKind(type);
    return kind === 'form' || kind === 'template' ? kind : 'record';
  });
  return [...groups].flatMap(([kind, items]): Problem[] => {
    const [first] = items;
    if (!first) return [];
    const more = items.length - 1;
    const rest = more === 0 ? '' : ` and ${more} more ${more === 1 ? 'record' : 'records'}`;
    const subject = `${quoteTitle(first)} (${first.type})${rest}`;
    const [has, is] = more === 0 ? ['has', 'is'] : ['have', 'are'];
    const remedy =
      kind !== 'template'
        ? ''
        : more === 0
          ? ' To fill them for each row, put this part into the page itself.'
          : ' Put such parts into the page itself to fill them for each row.';
    return [
      reportInSeed(seed, first.element.start, {
        code: kind === 'form' ? 'form-tags-stay' : 'placeholder-emptied',
        text:
          kind === 'form'
            ? `${subject} ${has} tags with the names of columns. They belong to the form and stay as they are.`
            : `${subject} ${has} placeholders, but ${is} included once for all pages, so they were left empty.${remedy}`,
      }),
    ];
  });
}

/** Reports duplicates with a new date. */
export function reportMovedDates(
  seed: WxrSeed,
  records: readonly { item: SeedItem; movedTo?: number }[],
): Problem[] {
  const moved = records.flatMap(({ item, movedTo }) => (movedTo === undefined ? [] : [item]));
  const [first] = moved;
  if (!first) return [];
  const isOne = moved.length === 1;
  return [
    reportInSeed(seed, first.element.start, {
      code: 'records-moved',
      field: 'wp:post_date',
      text: `${count(moved, 'record has', 'records have')} the same title, date and type as another one, so the importer would skip ${isOne ? 'it' : 'them'} as ${isOne ? 'a duplicate' : 'duplicates'}: ${listRecords(moved)}. ${isOne ? 'Its date was' : 'Their dates were'} moved a few seconds later. On the seed’s own site, the importer adds ${isOne ? 'it' : 'them'} again.`,
    }),
  ];
}

interface OtherRecords {
  carried: ReadonlySet<SeedItem>;
  /** Templates and forms that the pages name. */
  parts: readonly SeedItem[];
  /** Ids that look like those of records in the page. */
  ids: ReadonlySet<number>;
  product: string;
}

/** Reports templates and forms that are included, and those that the importer doesn't take. */
function reportParts(seed: WxrSeed, { carried, parts, product }: OtherRecords): Problem[] {
  const [first] = parts;
  if (!first) return [];
  const [it, are] = parts.length === 1 ? ['it', 'is'] : ['them', 'are'];
  const subject = `${listRecords(parts)} ${are} used by the page`;
  const text = carried.has(first)
    ? `${subject} and ${are} included once for all pages. ${product} keeps an ID only if it is free on the site, and doesn’t update IDs in texts. After the import, check that the pages show ${it}.`
    : `${subject}, but ${product} imports only posts and media. Copy the content of ${it} into the page itself.`;
  const code = carried.has(first) ? 'parts-along' : 'parts-skipped';
  return [reportInSeed(seed, first.element.start, { code, text })];
}

/** Reports records that aren't included: those that the page names, its variations, and all others by type. */
export function reportSkippedRecords(seed: WxrSeed, pattern: SeedItem, given: OtherRecords): Problem[] {
  const { carried, parts, ids } = given;
  const known = new Set([pattern, ...carried, ...parts]);
  const others = seed.items.filter((item) => !known.has(item));
  const isVariation = ({ type, parent }: SeedItem) =>
    type === 'product_variation' && parent > 0 && parent === pattern.id;
  const isNamed = ({ id, type }: SeedItem) => id > 0 && ids.has(id) && getRecordKind(type) === undefined;
  const variations = others.filter(isVariation);
  const named = others.filter(isNamed);
  const rest = others.filter((item) => !isVariation(item) && !isNamed(item));
  const problems = reportParts(seed, given);
  const report = (code: string, at: SeedItem, text: string) =>
    problems.push(reportInSeed(seed, at.element.start, { code, text }));
  const [[variation], [record]] = [variations, named];
  if (variation)
    report(
      'variations-skipped',
      variation,
      `${count(variations, 'variation of the product isn’t', 'variations of the product aren’t')} included: ${variations.slice(0, MAX_RECORDS).map(quoteTitle).join(', ')}. Add variations to the products after the import, or use a simple product as the seed.`,
    );
  if (record)
    report(
      'records-named',
      record,
      `The page seems to refer by ID to ${count(named, 'record that isn’t', 'records that aren’t')} included: ${listRecords(named)}. On another site, such an ID may belong to something else. After the import, check what the pages show there.`,
    );
  if (rest.length > 0)
    problems.push({
      code: 'records-skipped',
      severity: 'notice',
      file: seed.file,
      text: `${count(rest, 'other record in the export isn’t', 'other records in the export aren’t')} included: ${listByType(rest)}.`,
    });
  return problems;
}
