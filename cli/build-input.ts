/** Reads seed, rows and footer, and prepares the project or collects all problems. */
import { basename } from 'node:path';
import {
  type ColumnChoices,
  convertSeed,
  type PlatformId,
  type Problem,
  type Project,
  prepareProject,
  getPlatform,
  recognizeFile,
  toProjectKey,
  readSeed,
  type Seed,
  SEED_BYTES,
  type Table,
  reportSeedTooLarge,
} from '#engine';
import { describeFileError } from '#pump/file-problem.ts';
import { readPlaces } from '#pump/places-sheet.ts';
import type { QualityGate } from '#pump/quality-gate.ts';
import { readWholeFile, type Source } from '#pump/source-file.ts';
import { type ImageFlags, type ImageSource, readPageImages } from './image-folder.ts';
import type { PageSettings } from './page-settings.ts';
import { readSheets } from './read-sheet.ts';

const FOOTER_BYTES = 1024 * 1024;

export interface InputFlags extends ImageFlags {
  settings?: PageSettings;
  type: PlatformId;
  seed: string;
  rows: string;
  /** A second list, each row of which is combined with each row of the first. */
  combine?: string;
  /** Name of the sheet of an Excel file. */
  sheet?: string;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include';
  footer?: string;
  site?: string;
  /** Names in brackets that aren't placeholders. */
  keep?: string[];
  /** Columns that fill placeholders, by the name of the placeholder. */
  match?: ColumnChoices;
  /** Texts for placeholders, the same on every page. */
  fill?: ColumnChoices;
  /** Rewrites placeholders in another tool's spelling. */
  convert?: boolean;
  page?: string;
  gate?: QualityGate;
  /** A key or a name; defaults to the file name of the seed. */
  project?: string;
}

/** Inputs without faults. */
export interface ReadyInput {
  project: Project;
  /** The rows as they were read. */
  table: Table;
  seed: Source;
  rows: Source;
  combined: Source | undefined;
  footer: Source | undefined;
  images: readonly ImageSource[];
}

export interface BuildInput {
  key: string;
  problems: Problem[];
  ready?: ReadyInput;
}

export interface WholeInput {
  bytes?: Uint8Array;
  source?: Source;
  problems: Problem[];
}

type SizeReport = (file: string, bytes: number) => Problem;

function readLimited(path: string, limitBytes: number, report: SizeReport): WholeInput {
  try {
    const { bytes, source } = readWholeFile(path, limitBytes);
    if (bytes) return { bytes, source, problems: [] };
    return { problems: [report(source.file, source.bytes)] };
  } catch (error) {
    return { problems: [describeFileError(error, path)] };
  }
}

/** Reads a seed file up to the size limit; adds a notice if it comes from another platform than the flag's. */
export function readSeedFile(path: string, type: PlatformId): WholeInput {
  const input = readLimited(path, SEED_BYTES, reportSeedTooLarge);
  const file = basename(path);
  const other = input.bytes && recognizeFile(input.bytes, file, type);
  if (other === undefined) return input;
  const text = `This is a ${getPlatform(other).name} file. Use --type ${other} for it.`;
  return {
    ...input,
    problems: [...input.problems, { code: 'other-platform', severity: 'notice', file, text }],
  };
}

function reportFooterTooLarge(file: string): Problem {
  const text =
    'The footer link template is larger than 1 MiB. Choose the file with the template of one link.';
  return { code: 'footer-too-large', severity: 'fault', text, file };
}

/** Reads the footer link template, without the line feed that editors add at the end. */
export function readFooterFile(path: string | undefined): WholeInput & { text?: string } {
  if (path === undefined) return { problems: [] };
  const input = readLimited(path, FOOTER_BYTES, reportFooterTooLarge);
  if (!input.bytes) return input;
  return { ...input, text: new TextDecoder().decode(input.bytes).replace(/\r?\n$/, '') };
}

/** Returns the project key: a UUID as it is, or one derived from a name. The same key gives the same ids. */
export function getProjectKey(project: string | undefined, seed: string): string {
  return toProjectKey(project ?? basename(seed));
}

/** Merges the choices for placeholders and page settings; undefined without any. */
export function mergeChoices({
  match,
  fill,
  settings,
}: Pick<InputFlags, 'match' | 'fill' | 'settings'>): ColumnChoices | undefined {
  const choices = { ...fill, ...match, ...settings?.choices };
  return Object.keys(choices).length > 0 ? choices : undefined;
}

type ConvertFlags = Pick<InputFlags, 'convert' | 'keep' | 'match' | 'fill' | 'settings' | 'page' | 'type'> & {
  seed?: string | undefined;
};

/** Rewrites placeholders in other tools' spellings, if the flag is set and there are any. */
export function convertInput(
  { convert, keep, page, seed, type, ...flags }: ConvertFlags,
  bytes: Uint8Array | undefined,
  table: Table | undefined,
): ReturnType<typeof convertSeed> {
  if (convert !== true || seed === undefined || !bytes || !table) return undefined;
  const columns = mergeChoices(flags);
  return convertSeed({ bytes, file: basename(seed), format: type, table, keep, columns, page });
}

/** Reads all files before validating them, so that all problems are reported at once. */
export async function readBuildInput(flags: InputFlags): Promise<BuildInput> {
  const key = getProjectKey(flags.project, flags.seed);
  const seedInput = readSeedFile(flags.seed, flags.type);
  const footer = readFooterFile(flags.footer);
  const { images, sources, problems: imageProblems } = readPageImages(flags);
  const { first, second, combined: reading } = await readSheets(flags);
  const { source: rows } = first;
  const converted = convertInput(flags, seedInput.bytes, reading.table);
  const bytes = converted?.bytes ?? seedInput.bytes;
  const parsed: { seed?: Seed; problems: Problem[] } = bytes
    ? readSeed(bytes, basename(flags.seed), flags.type)
    : { problems: [] };
  const problems = [
    ...seedInput.problems,
    ...(converted?.problems ?? []),
    ...parsed.problems,
    ...footer.problems,
    ...imageProblems,
    ...reading.problems,
  ];
  const { source: seed } = seedInput;
  const { table } = reading;
  const isUnread = footer.problems.length > 0 || imageProblems.length > 0;
  if (!seed || !rows || !parsed.seed || !table || isUnread) return { key, problems };
  const columns = mergeChoices(flags);
  const { project, problems: faults } = prepareProject({
    seed: parsed.seed,
    table,
    key,
    // not kept: pages are written without it
    places: () => readPlaces(),
    ...(flags.site === undefined ? {} : { site: flags.site }),
    ...(footer.text === undefined ? {} : { footer: footer.text }),
    ...(flags.keep === undefined ? {} : { keep: flags.keep }),
    ...(columns === undefined ? {} : { columns }),
    ...(flags.page === undefined ? {} : { page: flags.page }),
    ...(images === undefined ? {} : { images }),
    ...flags.settings?.options,
    // Checks that the platform and the seed allow it.
    ...(flags.gate && { held: [{ action: flags.gate.action, reasons: new Map() }] }),
  });
  problems.push(...faults);
  return project
    ? {
        key,
        problems,
        ready: {
          project,
          table,
          seed,
          rows,
          combined: second?.source,
          footer: footer.source,
          images: sources,
        },
      }
    : { key, problems };
}
