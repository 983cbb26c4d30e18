/** What a scan found that is no placeholder: misspelt names, unknown filters, foreign brackets. */
import type { Problem } from '../problem.ts';
import type { Scan, UnknownUse } from '../seed/scan.ts';
import { type Seed, placeInSeed } from '../seed/seed.ts';
import { FILTER_NAMES } from './filters.ts';

/** More than this many foreign brackets are told by number. */
const LISTED_BRACKETS = 20;

function textOf(use: UnknownUse): string {
  const { bracketed, nearest, unknownFilter } = use;
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

/** Problems of one scan; `place` tells where its text begins in a seed, each name is reported once. */
export function judgeScan(scan: Scan, place: { seed: Seed; from: number } | undefined): Problem[] {
  const problems: Problem[] = [];
  const told = new Set<string>();
  for (const { use, leaf } of scan.unknown) {
    if (told.has(use.bracketed.text)) continue;
    told.add(use.bracketed.text);
    const at = place ? place.seed.text.indexOf(use.bracketed.text, place.from) : -1;
    problems.push({
      code: use.unknownFilter === undefined ? 'placeholder-unknown' : 'filter-unknown',
      severity: use.verdict === 'fault' ? 'fault' : 'notice',
      ...(place
        ? { file: place.seed.file, ...placeInSeed(place.seed, at < 0 ? place.from : at) }
        : { file: 'footer link template' }),
      field: leaf,
      text: textOf(use),
    });
  }
  const foreign = [...scan.untouched.keys()];
  if (place && foreign.length > 0) {
    const listed = foreign.slice(0, LISTED_BRACKETS).join(' ');
    const more = foreign.length > LISTED_BRACKETS ? ` and ${foreign.length - LISTED_BRACKETS} more` : '';
    problems.push({
      code: 'brackets-untouched',
      severity: 'notice',
      file: place.seed.file,
      text: `Left as they are, because they are no columns: ${listed}${more}.`,
    });
  }
  return problems;
}
