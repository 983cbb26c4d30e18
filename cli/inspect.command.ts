/** `geoloom inspect`: shows what a seed and a sheet contain and what a build would output; writes nothing. */
import { basename } from 'node:path';
import {
  type ColumnChoices,
  type EstimateReport,
  estimateQuality,
  type PlatformId,
  type Inspection,
  inspect,
  type Problem,
  type Table,
  toEstimateReport,
} from '#engine';
import { openPlaces } from '#pump/places-sheet.ts';
import { convertInput, getProjectKey, mergeChoices, readFooterFile, readSeedFile } from './build-input.ts';
import { EXIT, type ExitCode, isFault, measureProcess, printJson, printLines } from './command-result.ts';
import { writeInspection } from './inspection-text.ts';
import { type ImageFlags, readPageImages } from './image-folder.ts';
import type { PageSettings } from './page-settings.ts';
import { readSheets } from './read-sheet.ts';

export interface InspectFlags extends ImageFlags {
  type: PlatformId;
  seed?: string;
  rows?: string;
  /** A second list, each row of which is combined with each row of the first. */
  combine?: string;
  /** Name of the sheet of an Excel file. */
  sheet?: string;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include';
  footer?: string;
  site?: string;
  keep?: string[];
  match?: ColumnChoices;
  fill?: ColumnChoices;
  /** Rewrites placeholders in another tool's spelling. */
  convert?: boolean;
  page?: string;
  project?: string;
  settings?: PageSettings;
  json?: boolean;
}

type InspectInput = Parameters<typeof inspect>[0];

interface InspectedFiles extends Inspection {
  /** Omitted if there would be no pages. */
  estimate?: EstimateReport;
}

/** Estimates the quality of the pages, as the form does. */
function estimate(input: InspectInput): EstimateReport | undefined {
  const work = estimateQuality(input);
  for (let step = work.next(); ; step = work.next())
    if (step.done) return step.value && toEstimateReport(step.value);
}

async function inspectFiles(flags: InspectFlags): Promise<InspectedFiles> {
  const problems: Problem[] = [];
  const input: InspectInput = {
    format: flags.type,
    places: () => openPlaces(),
    reportsUnusedColumns: true,
    ...flags.settings?.options,
  };
  let table: Table | undefined;
  if (flags.seed !== undefined) {
    const seed = readSeedFile(flags.seed, flags.type);
    problems.push(...seed.problems);
    if (seed.bytes) input.seed = { file: basename(flags.seed), bytes: seed.bytes };
    input.key = getProjectKey(flags.project, flags.seed);
  }
  if (flags.rows !== undefined) {
    const { rows, combine, sheet, hiddenRows } = flags;
    const { first, second, combined } = await readSheets({ rows, combine, sheet, hiddenRows });
    input.table = { ...first.reading, file: basename(rows) };
    if (second) input.combined = { ...second.reading, file: second.file };
    table = combined.table;
  }
  const converted = convertInput(flags, input.seed?.bytes, table);
  if (input.seed && converted) {
    input.seed = { ...input.seed, bytes: converted.bytes };
    problems.push(...converted.problems);
  }
  const footer = readFooterFile(flags.footer);
  problems.push(...footer.problems);
  if (footer.text !== undefined) input.footer = footer.text;
  const { images, problems: imageProblems } = readPageImages(flags);
  problems.push(...imageProblems);
  if (images !== undefined) input.images = images;
  if (flags.site !== undefined) input.site = flags.site;
  if (flags.keep !== undefined) input.keep = flags.keep;
  const columns = mergeChoices(flags);
  if (columns !== undefined) input.columns = columns;
  if (flags.page !== undefined) input.page = flags.page;
  const inspection = inspect(input);
  const estimated = inspection.outcome && estimate(input);
  return {
    ...inspection,
    ...(estimated && { estimate: estimated }),
    problems: [...problems, ...inspection.problems],
  };
}

/** Inspects the files and prints the result. */
export async function runInspect(flags: InspectFlags): Promise<ExitCode> {
  const inspection = await inspectFiles(flags);
  const ok = !inspection.problems.some(isFault);
  if (flags.json) printJson({ ok, ...inspection, ...measureProcess() });
  else {
    const paths = [flags.seed, flags.rows, flags.combine, flags.footer].filter((path) => path !== undefined);
    printLines(writeInspection(inspection, new Map(paths.map((path) => [basename(path), path]))));
  }
  if (!ok) return EXIT.refused;
  return (inspection.outcome?.skipped ?? 0) > 0 ? EXIT.skips : EXIT.completed;
}
