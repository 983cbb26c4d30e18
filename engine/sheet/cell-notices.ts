/** Counts cleaned cells of a sheet and cells with suspicious characters: one notice per kind. */
import { decodeByteString } from './byte-string.ts';
import { isFormulaText } from './clean-cell.ts';
import { mayBeGarbled, repairGarbledText } from './garbled-text.ts';
import { SHEET_PROBLEM, type SheetPlace, type SheetProblems } from './sheet-problem.ts';
import { cutText } from '../text/cut-text.ts';

/** Kinds in the order of their notices. */
const KINDS = ['trimmed', 'unwrapped', 'lineEnds', 'breaks', 'formulas', 'garbled', 'damaged'] as const;
export type CellKind = (typeof KINDS)[number];

interface Count {
  cells: number;
  /** The first cell. */
  place: SheetPlace & { letter: string };
  /** The problem in the first cell. */
  sample: string;
}

/** UTF-8 of U+FFFD, which programs write for characters they can't decode. */
const DAMAGED = '\u00ef\u00bf\u00bd';
const SAMPLE_CHARACTERS = 40;

/** Collects the notices of one sheet. */
export class CellNotices {
  readonly #counts = new Map<CellKind, Count>();

  add(kind: CellKind, place: Count['place'], sample = ''): void {
    const count = this.#counts.get(kind);
    if (count) count.cells += 1;
    else this.#counts.set(kind, { cells: 1, place, sample });
  }

  /** Checks a cleaned cell (a byte string). */
  check(cell: string, isNonAscii: boolean, getPlace: () => Count['place']): void {
    if (isFormulaText(cell))
      this.add('formulas', getPlace(), cutText(decodeByteString(cell), SAMPLE_CHARACTERS));
    if (!isNonAscii) return;
    if (cell.includes(DAMAGED))
      this.add('damaged', getPlace(), cutText(decodeByteString(cell), SAMPLE_CHARACTERS));
    const repaired = mayBeGarbled(cell) ? repairGarbledText(decodeByteString(cell)) : undefined;
    if (repaired !== undefined) this.add('garbled', getPlace(), cutText(repaired, SAMPLE_CHARACTERS));
  }

  report(problems: SheetProblems): void {
    for (const kind of KINDS) {
      const count = this.#counts.get(kind);
      if (!count) continue;
      const { cells, sample } = count;
      const { letter, row, field } = count.place;
      const wording = SHEET_PROBLEM[kind]({ cells, first: `${letter}${row}`, sample });
      const problem = problems.add(wording, { row, field });
      if (kind === 'garbled') problem.repairable = cells;
    }
  }
}
