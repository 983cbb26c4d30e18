/** Reports names without a column, unknown filters and other brackets that a scan found. */
import type { Problem } from '../problem.ts';
import type { Scan } from '../encoding/scan.ts';
import type { UnknownUse } from '../encoding/unknown-use.ts';
import { UsePlaces } from '../encoding/use-places.ts';
import { type Seed, locateInSeed } from './seed.ts';
import { describeInvalidFilter } from '../language/filters.ts';
import { explainUnread } from '../language/marker.ts';

/** Maximum number of foreign brackets to list; more are only counted. */
const MAX_LISTED_BRACKETS = 20;
/** Maximum number of unknown names to list; more are only counted. */
const MAX_LISTED_NAMES = 100;
export const FOOTER_FILE = 'footer link template';

function describeUse(use: UnknownUse): string {
  const { bracketed, nearest, missingColumn, unknownFilter, flaw, refusal, constructFault, encoded } = use;
  const { correction, marker } = use;
  const { text, name } = bracketed;
  if (flaw === 'unclosed')
    return `${text}: the bracket isn’t closed, or another one opens first. Write [${name}]; the text of a filter can’t contain brackets.`;
  if (flaw === 'torn')
    return `${text} is not filled, because there is formatting within the brackets. To use [${name}], remove the formatting.`;
  if (refusal !== undefined) return `${text} ${refusal.reason}`;
  if (constructFault !== undefined) return `${text} ${constructFault}`;
  if (encoded !== undefined)
    return `${text} can’t be filled here, because it is hidden in ${encoded.label}. Write it as plain text in the page, or remove it.`;
  if (unknownFilter !== undefined) return `${text}: ${describeInvalidFilter(unknownFilter)}`;
  if (correction !== undefined)
    return `${text.endsWith('\\]') ? '\\' : ''}${text} would appear on every page as written. Write ${correction}.`;
  if (isImageName(name))
    return `${text} refers to a primary image that the project doesn’t have. Upload primary images to the project, add a column of that name, or keep it as it is (on the command line: --keep ${quoteName(name)}).`;
  if (missingColumn !== undefined)
    return `${text} is matched with the column "${missingColumn}", which the sheet doesn’t have. Match it with another column.`;
  const question = nearest === undefined ? '' : ` Did you mean [${nearest}]?`;
  if (marker !== undefined)
    return `${marker} names "${name}", which isn’t a column of the sheet.${question} Match it with a column (on the command line: --match "${name}=COLUMN"), or fix the name in the seed page.`;
  return `${text} has no matching column in the sheet.${question} Match it with a column (on the command line: --match "${name}=COLUMN"), fix the name in the seed page, or keep it as it is (on the command line: --keep ${quoteName(name)}).`;
}

/** Reports the name of an image column that the project doesn’t have. */
export function isImageName(name: string): boolean {
  return /^(?:image_\d+|featured_image)(?:_alt)?$/i.test(name.replaceAll(/[ _-]+/g, '_'));
}

/** Quotes a name for a shell. */
function quoteName(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}

interface ScanPlace {
  seed: Seed;
  /** Position of the scanned text in the seed. */
  from: number;
}

/** Removes repeated texts. */
function distinctUses(scan: Scan): Scan['unknown'] {
  const distinct = new Map<string, Scan['unknown'][number]>();
  for (const unknown of scan.unknown) {
    const { text } = unknown.use.bracketed;
    if (!distinct.has(text)) distinct.set(text, unknown);
  }
  return [...distinct.values()];
}

function getProblemCode({
  bracketed,
  unknownFilter,
  flaw,
  refusal,
  constructFault,
  encoded,
  correction,
}: UnknownUse): string {
  if (encoded !== undefined) return 'placeholder-encoded';
  if (refusal !== undefined) return refusal.code;
  if (flaw !== undefined) return `placeholder-${flaw}`;
  if (correction !== undefined) return 'placeholder-malformed';
  if (constructFault !== undefined) return 'construct-invalid';
  if (unknownFilter !== undefined) return 'filter-unknown';
  return isImageName(bracketed.name) ? 'image-missing' : 'placeholder-unknown';
}

function toSeedProblem(
  { use, leaf }: Scan['unknown'][number],
  place: ScanPlace | undefined,
  places: UsePlaces | undefined,
): Problem {
  const at = places?.next(use) ?? -1;
  return {
    code: getProblemCode(use),
    severity: 'fault',
    ...(place
      ? { file: place.seed.file, ...locateInSeed(place.seed, at < 0 ? place.from : at) }
      : { file: FOOTER_FILE }),
    field: leaf,
    text: describeUse(use),
  };
}

/** `[PDF] (2 times, first on line 33)` */
function describePreserved(text: string, count: number, place: ScanPlace | undefined): string {
  const at = place?.seed.text.indexOf(text, place.from) ?? -1;
  const facts = [
    ...(count > 1 ? [`${count} times`] : []),
    ...(place && at >= 0 ? [`${count > 1 ? 'first on ' : ''}line ${locateInSeed(place.seed, at).line}`] : []),
  ];
  return facts.length === 0 ? text : `${text} (${facts.join(', ')})`;
}

/** Lists the problems of one scan, of a seed or of the footer link template. */
export function reportScan(scan: Scan, place: ScanPlace | undefined): Problem[] {
  const uses = distinctUses(scan);
  const places = place && new UsePlaces(place.seed.text, place.from);
  const problems = uses.slice(0, MAX_LISTED_NAMES).map((unknown) => toSeedProblem(unknown, place, places));
  const file = place?.seed.file ?? FOOTER_FILE;
  const more = uses.length - MAX_LISTED_NAMES;
  if (more > 0) {
    const text = `${more} more names in brackets match no column of the sheet. Check that it is the sheet for this seed.`;
    problems.push({ code: 'placeholder-unknown', severity: 'fault', file, text });
  }
  for (const text of scan.pairedColumns.values()) {
    const found = scan.preserved.reportPair?.(text, text.slice(1, -1));
    if (!found) continue;
    problems.push({
      ...found,
      severity: 'notice',
      file,
      ...(place && locateInSeed(place.seed, Math.max(place.from, place.seed.text.indexOf(text, place.from)))),
    });
  }
  const unread = new Map(
    [...scan.untouched.keys()].flatMap((text) => {
      const found = explainUnread(text);
      return found?.isLikely === true ? [[text, found.reason] as const] : [];
    }),
  );
  for (const [text, reason] of [...unread].slice(0, MAX_LISTED_BRACKETS)) {
    const at = place?.seed.text.indexOf(text, place.from) ?? -1;
    problems.push({
      code: 'marker-unread',
      severity: 'notice',
      file,
      ...(place && at >= 0 && locateInSeed(place.seed, at)),
      text: `${text} ${reason} Until then, it stays as text.`,
    });
  }
  const preserved = [...scan.untouched].filter(([text]) => !unread.has(text));
  if (preserved.length > 0) {
    const listed = preserved
      .slice(0, MAX_LISTED_BRACKETS)
      .map(([text, count]) => describePreserved(text, count, place));
    const rest =
      preserved.length > MAX_LISTED_BRACKETS ? ` and ${preserved.length - MAX_LISTED_BRACKETS} more` : '';
    const text = `Left unchanged: ${listed.join(', ')}${rest}.`;
    problems.push({ code: 'brackets-untouched', severity: 'notice', file, text });
  }
  return problems;
}
