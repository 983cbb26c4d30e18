/** `geoloom places`: writes a sheet of towns. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import type { Problem } from '#engine';
import type { Places } from '#engine/places/places.ts';
import {
  NO_TOWNS,
  selectTowns,
  type TownFilter,
  type TownRow,
  toTownRows,
} from '#engine/places/select-towns.ts';
import { describeFileError } from '#pump/file-problem.ts';
import { loadPlaces, writePlacesSheet } from '#pump/places-sheet.ts';
import { readWholeFile } from '#pump/source-file.ts';
import { EXIT, type ExitCode, isFault, measureProcess, printJson, printLines } from './command-result.ts';
import { checkOutputFile, openOutputFile, removeStaleOutputs } from './output-folder.ts';
import { formatCount, writeProblems } from './problem-text.ts';

/** `zips` is the path of a text file. */
export interface PlacesFlags extends TownFilter {
  /** Another file of places than that of the United States. */
  from?: string;
  /** A new file; standard output without it. */
  out?: string;
  json?: boolean;
}

interface PlacesOutcome {
  rows: TownRow[];
  problems: Problem[];
}

const MAX_CHOICES = 10;
const ZIPS_BYTES = 10_000_000;

/** Selects the towns; reads the ZIP codes from their file. */
function findTowns(places: Places, { zips: path, ...filter }: PlacesFlags): PlacesOutcome {
  if (path === undefined) {
    const { towns, problems, choices } = selectTowns(places, filter);
    return { rows: toTownRows(towns), problems: problems.map((problem) => addChoices(problem, choices)) };
  }
  try {
    const { bytes } = readWholeFile(path, ZIPS_BYTES);
    if (!bytes) {
      const text = `${path} has more than 10 MB. Choose a list of ZIP codes.`;
      return { rows: [], problems: [{ code: 'zips-too-large', severity: 'fault', text }] };
    }
    const { towns, problems } = selectTowns(places, { ...filter, zips: new TextDecoder().decode(bytes) });
    const file = basename(path);
    return { rows: toTownRows(towns), problems: problems.map((problem) => ({ ...problem, file })) };
  } catch (error) {
    return { rows: [], problems: [describeFileError(error, path)] };
  }
}

function addChoices(problem: Problem, choices: readonly string[] | undefined): Problem {
  if (!choices) return problem;
  const list = choices.slice(0, MAX_CHOICES).map((choice) => `"${choice}"`);
  const more = choices.length - list.length;
  const text = `${problem.text} Use one of these with --near: ${list.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return { ...problem, text };
}

function findRows(flags: PlacesFlags): PlacesOutcome {
  const outputProblems = flags.out === undefined ? [] : checkOutputFile(flags.out);
  const { places, problems } = loadPlaces(flags.from);
  if (!places || outputProblems.length > 0) return { rows: [], problems: [...outputProblems, ...problems] };
  const found = findTowns(places, flags);
  if (found.rows.length === 0 && !found.problems.some(isFault))
    return { rows: [], problems: [...found.problems, NO_TOWNS] };
  return { rows: found.rows, problems: [...found.problems, ...reportEmpty(found.rows)] };
}

/** Empty cells of a placeholder without a default skip rows of a build. */
function reportEmpty(rows: readonly TownRow[]): Problem[] {
  const counts = (['geo_county', 'geo_zip', 'geo_population'] as const).flatMap((column) => {
    const count = rows.filter((row) => row[column] === '').length;
    return count > 0 ? [`${column} in ${formatCount(count, 'row')}`] : [];
  });
  if (counts.length === 0) return [];
  const text = `Empty because the value is unknown: ${counts.join(', ')}.`;
  return [{ code: 'cells-empty', severity: 'notice', text }];
}

function writeOutput(sheet: string, out: string): Problem[] {
  removeStaleOutputs(out);
  try {
    const output = openOutputFile(out);
    try {
      writeFileSync(output.path, sheet);
      output.commit();
      return [];
    } catch (error) {
      output.discard();
      throw error;
    }
  } catch (error) {
    return [describeFileError(error, out)];
  }
}

/** Writes the chosen towns to a file, or to standard output, where the report would be part of the sheet. */
export function runPlaces(flags: PlacesFlags): ExitCode {
  const { rows, problems } = findRows(flags);
  const sheet = writePlacesSheet(rows);
  if (flags.out !== undefined && !problems.some(isFault)) problems.push(...writeOutput(sheet, flags.out));
  const ok = !problems.some(isFault);
  if (flags.json) {
    printJson({ ok, towns: ok ? rows.length : 0, rows: ok ? rows : [], problems, ...measureProcess() });
  } else report(flags, ok ? rows.length : 0, problems);
  if (ok && flags.out === undefined && !flags.json) process.stdout.write(sheet);
  if (!ok) return EXIT.refused;
  return problems.some(({ severity }) => severity === 'loss') ? EXIT.skips : EXIT.completed;
}

function report({ out, zips }: PlacesFlags, towns: number, problems: readonly Problem[]): void {
  const paths = new Map(zips === undefined ? [] : [[basename(zips), zips]]);
  const list = writeProblems(problems, { paths, rest: 'all are shown with --json' });
  if (out === undefined && towns > 0) {
    if (list.length > 0) process.stderr.write(`${list.join('\n')}\n`);
    return;
  }
  const verdict =
    towns === 0
      ? styleText(['bold', 'red'], 'Refused. Nothing was written.')
      : styleText(['bold', 'green'], `${formatCount(towns, 'town')} in ${out}.`);
  printLines([verdict, ...list]);
}
