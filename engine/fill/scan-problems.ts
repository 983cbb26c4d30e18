/** What a scan found that is no placeholder: misspelt names, unknown filters, foreign brackets. */
import type { Problem } from '../problem.ts';
import { type Scan, type UnknownUse, seekUse } from '../contexts/scan.ts';
import { type Seed, placeInSeed } from '../seed/seed.ts';
import { FILTER_NAMES } from '../template/filters.ts';

/** More than this many foreign brackets are told by number. */
const LISTED_BRACKETS = 20;
/** More than this many unknown names are told by number: each is sought in the whole seed. */
const LISTED_NAMES = 100;
const FOOTER_FILE = 'footer link template';

function textOf(use: UnknownUse): string {
  const { bracketed, nearest, unknownFilter, flaw } = use;
  if (flaw === 'unclosed')
    return `${bracketed.text}: the bracket is not closed, or another one stands before its end. Write [${bracketed.name}]; the text of a filter cannot hold brackets.`;
  if (flaw === 'torn')
    return `${bracketed.text} is not filled, because markup stands within the brackets. If [${bracketed.name}] is meant, take the formatting out of them.`;
  if (flaw === 'php')
    return `${bracketed.text} is in PHP code, where a cell would run as a part of the program. Take it out of the code.`;
  if (unknownFilter !== undefined) {
    return `${bracketed.text}: there is no filter "${unknownFilter}". The filters are ${FILTER_NAMES.join(', ')}.`;
  }
  const advice =
    nearest === undefined
      ? 'Add a column of that name.'
      : `Did you mean [${nearest}]? Mend the seed, or add a column of that name.`;
  if (use.verdict === 'fault') return `${bracketed.text} is no column of the sheet. ${advice}`;
  return `${bracketed.text} stays as it is: it is no column of the sheet. ${nearest === undefined ? '' : `If [${nearest}] was meant, mend the seed.`}`.trim();
}

interface ScanPlace {
  seed: Seed;
  /** Where the scanned text begins in the seed. */
  from: number;
}

/** Each name once; those that refuse the seed come first. */
function distinctUses(scan: Scan): Scan['unknown'] {
  const told = new Map<string, Scan['unknown'][number]>();
  for (const unknown of scan.unknown) {
    const { text } = unknown.use.bracketed;
    if (!told.has(text)) told.set(text, unknown);
  }
  const faults = [...told.values()].filter(({ use }) => use.verdict === 'fault');
  return [...faults, ...[...told.values()].filter(({ use }) => use.verdict !== 'fault')];
}

function codeOf({ unknownFilter, flaw }: UnknownUse): string {
  if (flaw !== undefined) return `placeholder-${flaw}`;
  return unknownFilter === undefined ? 'placeholder-unknown' : 'filter-unknown';
}

function tellOf(unknown: Scan['unknown'][number], place: ScanPlace | undefined): Problem {
  const { use, leaf } = unknown;
  const at = place ? seekUse(place.seed.text, use, place.from) : -1;
  return {
    code: codeOf(use),
    severity: use.verdict === 'fault' ? 'fault' : 'notice',
    ...(place
      ? { file: place.seed.file, ...placeInSeed(place.seed, at < 0 ? place.from : at) }
      : { file: FOOTER_FILE }),
    field: leaf,
    text: textOf(use),
  };
}

/** Problems of one scan: of a seed at its place, or of the footer link template. */
export function judgeScan(scan: Scan, place: ScanPlace | undefined): Problem[] {
  const uses = distinctUses(scan);
  const problems = uses.slice(0, LISTED_NAMES).map((unknown) => tellOf(unknown, place));
  const more = uses.slice(LISTED_NAMES);
  if (more.length > 0) {
    problems.push({
      code: 'placeholder-unknown',
      severity: more[0]?.use.verdict === 'fault' ? 'fault' : 'notice',
      file: place?.seed.file ?? FOOTER_FILE,
      text: `${more.length} more names in brackets are no columns of the sheet. Is it the sheet of this seed?`,
    });
  }
  const foreign = [...scan.untouched.keys()];
  if (place && foreign.length > 0) {
    const listed = foreign.slice(0, LISTED_BRACKETS).join(' ');
    const rest = foreign.length > LISTED_BRACKETS ? ` and ${foreign.length - LISTED_BRACKETS} more` : '';
    problems.push({
      code: 'brackets-untouched',
      severity: 'notice',
      file: place.seed.file,
      text: `Left as they are, because they are no columns: ${listed}${rest}.`,
    });
  }
  return problems;
}
