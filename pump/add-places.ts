/** Adds towns to the sheet of a draft, or creates it. */
import { addTowns, type ColumnChoices, describeHiddenInCopy, type Problem, writeSheetText } from '#engine';
import { type SelectedTown, toTownRows } from '#engine/places/select-towns.ts';
import { type DraftSheet, readDraftSheet } from './draft-sheet.ts';
import { writePlacesSheet } from './places-sheet.ts';

export interface AddedPlaces {
  /** The changed sheet as text; missing if nothing was added. */
  sheet?: Uint8Array<ArrayBuffer>;
  added: number;
  /** Towns that the sheet has already. */
  skipped: number;
  /** Reasons why towns can't be added. */
  problems: Problem[];
  /** Names the hidden rows of the uploaded file, which the text of the sheet does not have, and towns left out. */
  note?: string;
}

const refuse = (problems: Problem[]): AddedPlaces => ({ added: 0, skipped: 0, problems });

function describeTwins(count: number): string {
  const subject =
    count === 1
      ? '1 town has the same name and state as another row'
      : `${count} towns have the same name and state as another row`;
  return `${subject}, so both pages would have the same URL. Add a column geo_url to the sheet, then add the towns again.`;
}

/** Adds the towns that the sheet doesn't have. */
export function addPlaces(
  sheet: DraftSheet | undefined,
  towns: readonly SelectedTown[],
  choices: ColumnChoices,
): AddedPlaces {
  if (!sheet) {
    const text = writePlacesSheet(toTownRows(towns));
    return { sheet: new TextEncoder().encode(text), added: towns.length, skipped: 0, problems: [] };
  }
  const reading = readDraftSheet(sheet);
  const given = reading.table ?? reading.header;
  if (!given) return refuse(reading.problems);
  const text = writeSheetText(sheet.bytes, given);
  const { file } = sheet;
  // A workbook becomes text, in which its columns may have other letters.
  const { table: read, header = given } = readDraftSheet({ file, bytes: new TextEncoder().encode(text) });
  const table = read ?? header;
  const addition = addTowns(text, table, { towns, choices });
  if (!addition) {
    const fault = { code: 'no-city-column', severity: 'fault', file } as const;
    return refuse([{ ...fault, text: 'The sheet has no column for the city. Add one, such as geo_city.' }]);
  }
  const { added, skipped, twins } = addition;
  const leftOut = twins > 0 ? describeTwins(twins) : undefined;
  if (added === 0 && leftOut !== undefined)
    return refuse([{ code: 'towns-same-url', severity: 'fault', file, text: leftOut }]);
  if (added === 0) return { added, skipped, problems: [] };
  const bytes = new TextEncoder().encode(addition.text);
  const changed = readDraftSheet({ file, bytes });
  const isComplete =
    changed.table?.rowCount === table.rowCount + added &&
    changed.table.columns.length === table.columns.length;
  if (!isComplete) {
    const fault = { code: 'rows-not-added', severity: 'fault', file } as const;
    const empty = {
      ...fault,
      text: 'No rows can be added below the last row. Check it for quotation marks.',
    };
    return refuse(changed.table ? [empty] : changed.problems);
  }
  const { hidden } = reading;
  const notes = [
    ...(hidden ? [describeHiddenInCopy(hidden)] : []),
    ...(leftOut === undefined ? [] : [leftOut]),
  ];
  return {
    sheet: bytes,
    added,
    skipped,
    problems: [],
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}
