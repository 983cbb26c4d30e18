/** Commands with their flags and help; their code in `….command.ts` is loaded on demand. */
import { Command, Option } from 'commander';
import { DEFAULT_PLATFORM, type PlatformId } from '#contract/platforms.ts';
import type { AuditFlags } from './audit.command.ts';
import type { BuildFlags, BuildMode } from './build-flags.ts';
import type { ExitCode } from './command-result.ts';
import type { GeotagFlags } from './geotag.command.ts';
import type { ImageFlags } from './image-folder.ts';
import type { ImagesFlags } from './images.command.ts';
import type { InspectFlags } from './inspect.command.ts';
import type { PlacesFlags } from './places.command.ts';
import type { QualityFlags } from './quality.command.ts';
import {
  parseCounty,
  parseDistance,
  parseFill,
  parseImagesUrl,
  parseMatch,
  parseNames,
  parseGate,
  parsePages,
  parsePlace,
  parsePopulation,
  parseSite,
  parseSplit,
  parseType,
} from './option-values.ts';
import type { PageSettingFlags, PageSettings } from './page-settings.ts';
import { addOperatorCommands } from './operator-program.ts';
import { findVersion } from './program-version.ts';

/** Options as commander parses them; without a platform, the file decides. */
type Flags<All extends { type: PlatformId }> = Omit<All, 'type'> & { type?: PlatformId };

const EXIT_CODES = `
Exit code: 0 all pages are ready to import, 1 refused or audit failed (no files were written), 2 usage error,
3 completed, but rows were skipped.`;

const BUILD_EXAMPLES = `
Examples:
  geoloom build --seed plumber.xml --rows towns.csv --out import
  geoloom build --seed plumber.xml --rows towns.xlsx --site https://www.example.com --split 5MB --out import
  geoloom build --seed plumber.xml --rows towns.tsv --split none --out import --json
  geoloom build --seed plumber.xml --rows towns.csv --out import \\
    --schedule "10 a day from 2026-12-01 09:00 America/Denver"
  geoloom build --seed plumber.xml --rows towns.csv --combine services.csv --out import
  geoloom build --seed plumber.xml --rows towns.csv --out import --images photos \\
    --images-url https://www.example.com/wp-content/uploads/photos
${EXIT_CODES}`;

const TEST_EXAMPLES = `
The three pages are from the first row, the longest row and the row with the most special characters.

Example:
  geoloom test --seed plumber.xml --rows towns.csv --out sample
${EXIT_CODES}`;

const INSPECT_EXAMPLES = `
Examples:
  geoloom inspect --seed plumber.xml
  geoloom inspect --seed plumber.xml --rows towns.csv
  geoloom inspect --rows towns.csv --json

Exit code: 0 no faults, 1 at least one fault that prevents a build, 2 usage error, 3 a build would skip rows.`;

const AUDIT_EXAMPLES = `
Files are taken in the order given, as they would be imported one after another.

Examples:
  geoloom audit export.xml
  geoloom audit import/plumber-1.xml import/plumber-2.xml --json

Exit code: 0 everything will import, 1 something is missing or damaged, 2 usage error.`;

const QUALITY_EXAMPLES = `
The files may come from geoloom or from another tool. With --rows, values of at most four words are replaced by the
name of their column, so that a page that differs only in the town counts as a copy.

Examples:
  geoloom quality import/plumber-1.xml import/plumber-2.xml --rows towns.csv
  geoloom quality export.xml --json

Exit code: 0 the pages were measured, 1 a file is unreadable or has no pages, 2 usage error.`;

const JSON_TEXT = 'print exactly one JSON object on standard output';

const GEOTAG_EXAMPLES = `
Each town gets a folder with a copy of each image. The image data stays the same, byte by byte. Templates are
written in the page language; [image_name] is the name of the image file.

Examples:
  geoloom geotag --images photos --rows towns.csv --out tagged
  geoloom geotag --images photos --rows towns.xlsx --out tagged.zip --caption "Decks in [geo_city], [geo_state]"

Exit code: 0 all copies were made, 1 refused (no files were written), 2 usage error, 3 completed, but rows or images
were skipped.`;

const IMAGES_EXAMPLES = `
Example:
  geoloom images --read tagged/houston-texas/*.jpg --json

Exit code: 0 all were read, 1 some aren't complete JPEG images, 2 usage error.`;

const PLACES_EXAMPLES = `
Without --out, the sheet is printed. Its columns are those that a seed names: geo_city, geo_state, geo_county, geo_zip,
geo_lat, geo_lng, geo_population, geo_timezone. Towns and ZIP codes by GeoNames (geonames.org), CC BY 4.0.

Examples:
  geoloom places --near "Austin, TX" --within 40mi --min-population 5000 --out towns.csv
  geoloom places --near "30.27, -97.74" --within 60km --out towns.csv
  geoloom places --state TX --min-population 20000 --out towns.csv
  geoloom places --county "Travis, TX" --out towns.csv
  geoloom places --zips zips.txt --out towns.csv

Exit code: 0 all towns were found, 1 refused (nothing was written), 2 usage error, 3 completed, but ZIP codes were
skipped.`;

function addType(command: Command): Command {
  const text = 'the platform that imports the files (default: detected from the file)';
  return command.addOption(new Option('--type <type>', text).argParser(parseType));
}

/** The platform of the flag, else the detected one; ends the command if it is unclear. */
async function findType(
  command: Command,
  { type }: { type?: PlatformId },
  file: string | undefined,
): Promise<PlatformId> {
  if (type !== undefined) return type;
  if (file === undefined) return DEFAULT_PLATFORM;
  const { recognizeType } = await import('./recognize-type.ts');
  const found = recognizeType(file);
  if (typeof found === 'string') return found;
  return command.error(`error: ${found.problem}`);
}

const hiddenRows = (): Option =>
  new Option(
    '--hidden-rows <choice>',
    'also read the hidden and filtered rows of an XLSX file (default: skipped)',
  ).choices(['include']);

function addInput(command: Command): Command {
  return command
    .option(
      '--combine <file>',
      'second list, such as services: one page for each of its rows and each row of --rows',
    )
    .option('--sheet <name>', 'sheet of an XLSX file (default: the first that is not hidden)')
    .addOption(hiddenRows())
    .option('--footer <file>', 'template of one footer link')
    .option('--site <url>', 'URL of the site that imports the pages (default: as in the seed)', parseSite)
    .option('--keep <names>', 'names in brackets that aren’t placeholders, such as "owner,zip"', parseNames)
    .option('--match <placeholder=column>', 'column that fills a placeholder; can be repeated', parseMatch)
    .option(
      '--fill <placeholder=text>',
      'text for a placeholder, the same on every page; can be repeated',
      parseFill,
    )
    .option('--convert', "rewrite placeholders in other tools' spellings, such as {geo_city}, as [geo_city]")
    .option('--page <page>', 'title, ID or slug of the page to fill, if the export has several')
    .option(
      '--images <folder>',
      'primary images of the pages: JPEG, PNG or WebP, in the order of their names',
    )
    .option(
      '--steer <column=setting>',
      'column that sets page_status, page_author, …; can be repeated',
      collect,
    )
    .option('--schedule <text>', '"10 a day from 2026-12-01 09:00 America/Denver", "as drafts" or "all now"')
    .option('--dates-from <manifest>', 'manifest.json of an earlier build, whose scheduled dates stay')
    .option('--places <file>', 'places file with the town data (default: the United States)')
    .option('--places-from <manifest>', 'manifest.json of an earlier build, whose town data is kept')
    .option('--images-url <url>', 'URL of the --images files on the site', parseImagesUrl)
    .option('--project <key>', 'key or name that IDs are derived from (default: name of the seed file)');
}

const collect = (text: string, known: string[] = []): string[] => [...known, text];

/** Reads the settings of pages; ends the command if an option is wrong. */
async function readSettings(command: Command, flags: PageSettingFlags): Promise<PageSettings> {
  const { readPageSettings, SettingError } = await import('./page-settings.ts');
  try {
    return readPageSettings(flags);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return command.error(`error: ${error.message}`);
  }
}

/** Requires both flags or neither. */
function checkImages(command: Command, { images, imagesUrl }: ImageFlags): void {
  if ((images === undefined) === (imagesUrl === undefined)) return;
  command.error(
    images === undefined
      ? 'error: --images-url needs --images, the folder of the files.'
      : 'error: --images needs --images-url, the URL at which the site will have the files.',
  );
}

/** Only for `build`: three sample pages are always one file, and aren’t measured. */
function addSplit(command: Command): Command {
  return command
    .option('--split <size>', 'largest size of a part, such as 10MB, or "none" for one file', parseSplit)
    .option('--part-pages <number>', 'largest number of pages in a part (default: 500)', parsePages)
    .option(
      '--gate <score:action>',
      'what to do with pages that score lower: 60:leave-out, 60:draft or 60:noindex',
      parseGate,
    );
}

function addBuild(program: Command, mode: BuildMode, finish: (code: ExitCode) => void): void {
  const description =
    mode === 'build'
      ? 'write one page for each row, as files that are ready to import'
      : 'write three sample pages in the same way';
  const command = addType(program.command(mode).description(description))
    .requiredOption('--seed <file>', 'export with the page that has placeholders')
    .requiredOption('--rows <file>', 'sheet of rows: CSV, TSV or XLSX');
  addInput(command);
  if (mode === 'build') addSplit(command);
  command
    .requiredOption('--out <folder>', 'new or empty folder for the files')
    .option('--json', JSON_TEXT)
    .addHelpText('after', mode === 'build' ? BUILD_EXAMPLES : TEST_EXAMPLES)
    .action(async (flags: Flags<BuildFlags> & PageSettingFlags) => {
      checkImages(command, flags);
      if (flags.split === 'none' && flags.partPages !== undefined) {
        command.error('error: --part-pages has no effect with --split none. Remove one of them.');
      }
      const settings = await readSettings(command, flags);
      const { runBuild } = await import('./build.command.ts');
      const type = await findType(command, flags, flags.seed);
      finish(await runBuild({ ...flags, type, settings }, mode));
    });
}

function addInspect(program: Command, finish: (code: ExitCode) => void): void {
  const command = addType(program.command('inspect').description('show what a seed and a sheet contain'))
    .option('--seed <file>', 'export with the page that has placeholders')
    .option('--rows <file>', 'sheet of rows: CSV, TSV or XLSX');
  addInput(command)
    .option('--json', JSON_TEXT)
    .addHelpText('after', INSPECT_EXAMPLES)
    .action(async (flags: Flags<InspectFlags> & PageSettingFlags) => {
      checkImages(command, flags);
      if (flags.seed === undefined && flags.rows === undefined) {
        command.error('error: add --seed, --rows or both.');
      }
      const settings = await readSettings(command, flags);
      if (flags.combine !== undefined && flags.rows === undefined) {
        command.error('error: --combine needs --rows, the list that its rows are combined with.');
      }
      const { runInspect } = await import('./inspect.command.ts');
      const type = await findType(command, flags, flags.seed);
      finish(await runInspect({ ...flags, type, settings }));
    });
}

function addAudit(program: Command, finish: (code: ExitCode) => void): void {
  const command = addType(
    program.command('audit').description('report what an importer will do with any files'),
  );
  command
    .argument('<file...>', 'the files, in the order of their import')
    .option('--json', JSON_TEXT)
    .addHelpText('after', AUDIT_EXAMPLES)
    .action(async (files: string[], flags: Flags<AuditFlags>) => {
      const { runAudit } = await import('./audit.command.ts');
      // All parts of an import have the same platform.
      const type = await findType(command, flags, files[0]);
      finish(await runAudit(files, { ...flags, type }));
    });
}

function addQuality(program: Command, finish: (code: ExitCode) => void): void {
  const command = addType(
    program.command('quality').description('measure how alike, substantial and complete pages are'),
  );
  command
    .argument('<file...>', 'the files with the pages')
    .option('--rows <file>', 'sheet that the pages were made from: CSV, TSV or XLSX')
    .option('--sheet <name>', 'sheet of an XLSX file (default: the first that is not hidden)')
    .addOption(hiddenRows())
    .option('--json', JSON_TEXT)
    .addHelpText('after', QUALITY_EXAMPLES)
    .action(async (files: string[], flags: Flags<QualityFlags>) => {
      const { runQuality } = await import('./quality.command.ts');
      const type = await findType(command, flags, files[0]);
      finish(await runQuality(files, { ...flags, type }));
    });
}

function addGeotag(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('geotag')
    .description('write copies of images with the coordinates and names of each town')
    .requiredOption('--images <folder>', 'folder of JPEG images')
    .requiredOption('--rows <file>', 'sheet of towns with their coordinates: CSV, TSV or XLSX')
    .option('--sheet <name>', 'sheet of an XLSX file (default: the first that is not hidden)')
    .addOption(hiddenRows())
    .option('--file-name <template>', 'name of a copy (default: image, city and state)')
    .option('--caption <template>', 'caption of a copy (default: city and state)')
    .requiredOption('--out <place>', 'new or empty folder, or a new file that ends in .zip')
    .option('--json', JSON_TEXT)
    .addHelpText('after', GEOTAG_EXAMPLES)
    .action(async (flags: GeotagFlags) => {
      const { runGeotag } = await import('./geotag.command.ts');
      finish(await runGeotag(flags));
    });
}

function addImages(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('images')
    .description('show the places and names in the metadata of images')
    .requiredOption('--read <file...>', 'JPEG images of any program')
    .option('--json', JSON_TEXT)
    .addHelpText('after', IMAGES_EXAMPLES)
    .action(async (flags: ImagesFlags) => {
      const { runImages } = await import('./images.command.ts');
      finish(runImages(flags));
    });
}

const PLACE_CHOICES = ['near', 'state', 'county', 'zips'] as const;

function addPlaces(program: Command, finish: (code: ExitCode) => void): void {
  const command = program.command('places').description('write a sheet of towns for the rows of a build');
  command
    .option('--near <place>', 'towns around a town, a ZIP code or coordinates, nearest first', parsePlace)
    .option(
      '--within <distance>',
      'largest distance from --near, such as 40mi or 60km (default: 25mi)',
      parseDistance,
    )
    .option('--state <state>', 'towns of a state: its code or name')
    .option('--county <county>', 'towns of a county, with its state: "Travis, TX"', parseCounty)
    .option('--zips <file>', 'towns of the ZIP codes in a text file')
    .option(
      '--min-population <number>',
      'only towns of at least this size; 0 adds places of unknown size, such as neighborhoods (default: 1)',
      parsePopulation,
    )
    .option('--from <file>', 'another file of places (default: United States)')
    .option('--out <file>', 'new CSV file (default: standard output)')
    .option('--json', JSON_TEXT)
    .addHelpText('after', PLACES_EXAMPLES)
    .action(async (flags: PlacesFlags) => {
      if (PLACE_CHOICES.filter((name) => flags[name] !== undefined).length !== 1)
        command.error('error: use one of --near, --state, --county and --zips.');
      if (flags.within !== undefined && flags.near === undefined)
        command.error('error: --within needs --near.');
      const { runPlaces } = await import('./places.command.ts');
      finish(runPlaces(flags));
    });
}

/** Calls `finish` with the exit code of the command that ran; throws commander's own error for wrong usage. */
export function createProgram(finish: (code: ExitCode) => void): Command {
  const program = new Command('geoloom')
    .description('Turns one exported page and a sheet of towns into files that a CMS can import completely.')
    .version(findVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .showHelpAfterError('(--help shows all options and examples)');
  addBuild(program, 'build', finish);
  addBuild(program, 'test', finish);
  addInspect(program, finish);
  addAudit(program, finish);
  addQuality(program, finish);
  addGeotag(program, finish);
  addImages(program, finish);
  addPlaces(program, finish);
  addOperatorCommands(program, finish);
  return program.addHelpText('after', `\nHelp of one command: geoloom build --help\n${EXIT_CODES}`);
}
