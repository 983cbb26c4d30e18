/** Seed, rows and footer from their files to a project that is ready to plan, or all that is wrong with them. */
import { basename } from 'node:path';
import {
  type ColumnChoices,
  convertSeed,
  type PlatformId,
  type Problem,
  type Project,
  prepareProject,
  toProjectKey,
  readSeed,
  type Seed,
  SEED_BYTES,
  type Table,
  tellSeedTooLarge,
} from '#engine';
import { describeFileError } from '#pump/file-problem.ts';
import { readWholeFile, type Source } from '#pump/source-file.ts';
import { type ImageFlags, type ImageSource, readPageImages } from './image-folder.ts';
import { readSheetFile } from './read-sheet.ts';

const FOOTER_BYTES = 1024 * 1024;

export interface InputFlags extends ImageFlags {
  type: PlatformId;
  seed: string;
  rows: string;
  /** Name of the sheet of an Excel file. */
  sheet?: string;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include';
  footer?: string;
  site?: string;
  /** Names of brackets that stay as they are. */
  keep?: string[];
  /** Columns that fill placeholders, by the name of the placeholder. */
  match?: ColumnChoices;
  /** Texts that fill placeholders on every page. */
  fill?: ColumnChoices;
  /** Rewrites placeholders in another tool's spelling. */
  convert?: boolean;
  page?: string;
  /** A key or a name; without it the seed's file name is the name. */
  project?: string;
}

/** What was read, where nothing in it refuses the run. */
export interface ReadyInput {
  project: Project;
  seed: Source;
  rows: Source;
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

type Refusal = (file: string, bytes: number) => Problem;

function readLimited(path: string, limitBytes: number, refuse: Refusal): WholeInput {
  try {
    const { bytes, source } = readWholeFile(path, limitBytes);
    if (bytes) return { bytes, source, problems: [] };
    return { problems: [refuse(source.file, source.bytes)] };
  } catch (error) {
    return { problems: [describeFileError(error, path)] };
  }
}

/** The bytes of a seed file, unless it is larger than a seed may be. */
export function readSeedFile(path: string): WholeInput {
  return readLimited(path, SEED_BYTES, tellSeedTooLarge);
}

function tellFooterTooLarge(file: string): Problem {
  const text =
    'A footer link template may have at most 1 MiB. Name the file that holds the template of one link.';
  return { code: 'footer-too-large', severity: 'fault', text, file };
}

/** The footer link template as text, without the line feed that editors put at the end. */
export function readFooterFile(path: string | undefined): WholeInput & { text?: string } {
  if (path === undefined) return { problems: [] };
  const input = readLimited(path, FOOTER_BYTES, tellFooterTooLarge);
  if (!input.bytes) return input;
  return { ...input, text: new TextDecoder().decode(input.bytes).replace(/\r?\n$/, '') };
}

/** The same key gives the same identities: of a name it is made, a UUID it is already. */
export function findKey(project: string | undefined, seed: string): string {
  return toProjectKey(project ?? basename(seed));
}

/** Choices for placeholders; undefined if none were given. */
export function gatherChoices({
  match,
  fill,
}: Pick<InputFlags, 'match' | 'fill'>): ColumnChoices | undefined {
  return match || fill ? { ...fill, ...match } : undefined;
}

type ConvertFlags = Pick<InputFlags, 'convert' | 'keep' | 'match' | 'fill' | 'page' | 'type'> & {
  seed?: string | undefined;
};

/** The seed with other tools' spellings in brackets, if the flag is set and there are any. */
export function convertInput(
  { convert, keep, page, seed, type, ...flags }: ConvertFlags,
  bytes: Uint8Array | undefined,
  table: Table | undefined,
): ReturnType<typeof convertSeed> {
  if (convert !== true || seed === undefined || !bytes || !table) return undefined;
  const columns = gatherChoices(flags);
  return convertSeed({ bytes, file: basename(seed), format: type, table, keep, columns, page });
}

/** Reads everything before it judges anything, so that all problems come at once. */
export async function readBuildInput(flags: InputFlags): Promise<BuildInput> {
  const key = findKey(flags.project, flags.seed);
  const seedInput = readSeedFile(flags.seed);
  const footer = readFooterFile(flags.footer);
  const { images, sources, problems: unusable } = readPageImages(flags);
  const { reading, source: rows } = await readSheetFile(flags.rows, flags);
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
    ...unusable,
    ...reading.problems,
  ];
  const { source: seed } = seedInput;
  const { table } = reading;
  const isUnread = footer.problems.length > 0 || unusable.length > 0;
  if (!seed || !rows || !parsed.seed || !table || isUnread) return { key, problems };
  const columns = gatherChoices(flags);
  const { project, problems: faults } = prepareProject({
    seed: parsed.seed,
    table,
    key,
    ...(flags.site === undefined ? {} : { site: flags.site }),
    ...(footer.text === undefined ? {} : { footer: footer.text }),
    ...(flags.keep === undefined ? {} : { keep: flags.keep }),
    ...(columns === undefined ? {} : { columns }),
    ...(flags.page === undefined ? {} : { page: flags.page }),
    ...(images === undefined ? {} : { images }),
  });
  problems.push(...faults);
  return project
    ? { key, problems, ready: { project, seed, rows, footer: footer.source, images: sources } }
    : { key, problems };
}
