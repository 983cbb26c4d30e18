/**
 * Inspects a seed, a sheet or both, and reports their contents and the expected output before anything is
 * built.
 */
import type { Scan } from '../encoding/scan.ts';
import { createScan } from '../encoding/scan-text.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import { measureExtras } from '../render/build.ts';
import { DEFAULT_FOOTER, fillLink } from '../render/footer.ts';
import type { ScheduledDates, Schedule } from '../render/schedule.ts';
import { formatMysqlDate } from '../render/calendar.ts';
import type { KnownTown } from '../render/known-towns.ts';
import { RowNotices } from '../render/row-notices.ts';
import { type Plan, planPages } from '../render/plan.ts';
import { listTownColumns, listLikely, nameArea, OWN_KEYS, TownReader } from '../render/place-columns.ts';
import type { CompiledSeed, ProjectReading } from '../render/project.ts';
import { listFixedColumns, reportUnusedColumns } from '../render/used-columns.ts';
import type { Places, Place } from '../places/places.ts';
import { Pages } from '../render/pages.ts';
import { RowValues } from '../render/row-values.ts';
import type { Candidate } from '../platforms/platform.ts';
import { prepareProject } from '../platforms/prepare-project.ts';
import { getPlatform, type PlatformId } from '../platforms/registry.ts';
import { checkConstructs } from './construct-notices.ts';
import { countPlaces, inspectSeed } from './inspect-seed.ts';
import { MAX_LOOKED_ROWS, countEmpty, inspectTable, takeFirst } from './inspect-table.ts';
import type { Inspection, Outcome, SettingInspection, TableInspection, RowRemedy } from './inspection.ts';
import { RowRemedies } from './row-remedies.ts';
import { PART_BYTES, PART_PAGES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { readSeed } from '../platforms/read-seed.ts';
import type { Seed } from '../render/seed.ts';
import { type Layout, layoutParts } from '../render/layout.ts';
import { type ColumnChoices, Columns } from '../language/columns.ts';
import { readVisibleText } from '../text/html-reference.ts';
import { addImageColumns, type PageImage } from '../sheet/image-columns.ts';
import { combineReadings } from '../sheet/combine-tables.ts';
import { createNeutralTable } from '../sheet/read-cells.ts';
import type { Table, TableReading } from '../sheet/table.ts';

/** Columns that may distinguish towns of one name, best first, and their names in a sheet that gets one. */
const DISTINCTIONS = [
  { column: 'geo_county', added: 'county', read: ({ county }: Place) => county },
  { column: 'geo_zip', added: 'zip', read: ({ zips }: Place) => zips[0] ?? '' },
] as const;

/** Candidates that are the only ones with their text. */
function listDistinct(candidates: readonly Place[], read: (place: Place) => string): Place[] {
  return candidates.filter(
    (place) =>
      read(place) !== '' && candidates.every((other) => other === place || read(other) !== read(place)),
  );
}

/** @returns lists the remedies of a row by its index; none if it has a cell that fits no candidate */
function createTownRemedies(
  table: Table,
  { choices, places }: { choices: ColumnChoices; places: Places },
): (row: number) => RowRemedy[] {
  const reader = new TownReader(table, choices);
  const findColumn = (keys: readonly string[]) =>
    table.columns.find(({ key }) => keys.some((each) => toColumnKey(each) === key));
  return (row) => {
    const found = reader.find(row, places);
    if (found.kind !== 'ambiguous') return [];
    const { candidates } = found;
    const [best] = DISTINCTIONS.filter(({ column }) => reader.readOwn(row, column) === '')
      .map((distinction) => ({ ...distinction, towns: listDistinct(candidates, distinction.read) }))
      .sort((a, b) => b.towns.length - a.towns.length);
    if (!best) return [];
    const { column, added, read, towns } = best;
    const { name: field = added } = findColumn([column, ...OWN_KEYS[column]]) ?? {};
    const isOneState = new Set(candidates.map(({ state }) => state)).size === 1;
    return listLikely(towns).map((place): RowRemedy => {
      const number = table.rowNumber(row);
      const area = nameArea(place, !isOneState);
      const label = column === 'geo_zip' ? `Use ${read(place)}, ${area}` : `Use ${area}`;
      const done = `Row ${number} is ${place.name} in ${place.county || place.state}`;
      return { label, done, fix: { kind: 'cell', row: number, field, value: read(place) } };
    });
  };
}

export interface InspectInput {
  /** The platform that the seed is read for. */
  format?: PlatformId;
  seed?: { file: string; bytes: Uint8Array };
  table?: TableReading & { file: string };
  /** A second list: each of its rows is combined with each row of the table. Its file has another name. */
  combined?: TableReading & { file: string };
  site?: string;
  footer?: string;
  /** Names of brackets that aren’t placeholders and are left unchanged. */
  keep?: readonly string[];
  /** Chosen sources of placeholders. */
  columns?: ColumnChoices;
  /** Title, id or slug of the seed page. */
  page?: string;
  /** Opens the gazetteer. */
  places?: () => Places;
  /** Reports columns that nothing reads; the form shows them without a problem. */
  reportsUnusedColumns?: boolean;
  /** Images of the project. */
  images?: readonly PageImage[];
  schedule?: Schedule | undefined;
  scheduledDates?: ScheduledDates | undefined;
  knownTowns?: readonly KnownTown[] | undefined;
  /** Project key or name; makes no difference to what is reported. */
  key?: string;
  /** Reports the notices of every row; otherwise the first of each kind with their number. */
  isOfEveryRow?: boolean;
}

/** Names of a record that are placeholders once a sheet is there, by what columns are matched by. */
function getNames(candidate: Candidate, create: () => Scan): Map<string, string> {
  const scan = create();
  candidate(scan);
  const names = new Map<string, string>();
  for (const { use } of scan.unknown) {
    const { name } = use.bracketed;
    const key = toColumnKey(name);
    if (use.constructFault === undefined) names.set(key, names.get(key) ?? name);
  }
  return names;
}

function isOurs(key: string): boolean {
  return key.startsWith('geo');
}

/**
 * Returns the names on the page that looks most like a pattern. Names that other pages also have are shortcodes
 * rather than columns, unless they have a prefix of Geoloom’s.
 */
function waitingNames(seed: Seed, keep: readonly string[], page?: string): string[] {
  const platform = getPlatform(seed.platform);
  const candidates = platform.candidates(seed, page);
  const preserved = platform.findPreservedNames(seed.text, keep);
  // tags that the platform evaluates may hold names too
  const { scanTemplate: _evaluated, ...codecs } = platform.createCodecs('');
  const create = () => createScan(new Columns([]), preserved, codecs);
  const found = candidates.map((candidate) => getNames(candidate, create));
  const rank = (names: Map<string, string>) => [...names.keys()].filter(isOurs).length * 1000 + names.size;
  const best = found.reduce<Map<string, string>>(
    (first, names) => (rank(names) > rank(first) ? names : first),
    new Map(),
  );
  const others = new Set(found.flatMap((names) => (names === best ? [] : [...names.keys()])));
  const own = [...best].filter(([key]) => isOurs(key) || !others.has(key));
  return (own.length > 0 ? own : [...best]).map(([, name]) => name);
}

/** Columns of a sheet that isn't chosen yet; time grows with them. */
const WAITING_NAMES = 199;

/** Replaces a missing sheet: its columns are the names that the seed has in brackets. */
function waitingTable(seed: Seed, { keep = [], page }: InspectInput): Table | undefined {
  const found = waitingNames(seed, keep, page);
  if (found.length === 0) return undefined;
  const names = found.filter((name) => toColumnKey(name) !== 'geourl').slice(0, WAITING_NAMES);
  return createNeutralTable(['geo_url', ...names], seed.file);
}

/** Drops notices of the sheet that planning reports as a loss or fault, so that each problem is reported once. */
function dropRepeated(noticed: readonly Problem[], checked: readonly Problem[]): Problem[] {
  const toKey = ({ code, field = '' }: Problem) => `${code} ${toColumnKey(field)}`;
  const severe = new Set(checked.filter(({ severity }) => severity !== 'notice').map(toKey));
  return noticed.filter((problem) => problem.severity !== 'notice' || !severe.has(toKey(problem)));
}

const SEVERITY_ORDER = { fault: 0, loss: 1, notice: 2 };

function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}

/** Lays out a plan with default options. */
function createLayout(plan: Plan): Layout {
  const split = plan.singleFileBytes > PART_BYTES ? { bytes: PART_BYTES, pages: PART_PAGES } : null;
  return layoutParts(plan, { name: plan.project.seed.file.replace(/\.[^.]*$/, ''), split });
}

function createOutcome(layout: Layout, placeholders: readonly { state: string }[]): Outcome {
  return {
    pages: layout.pages,
    skipped: layout.skipped,
    bytes: layout.bytes,
    parts: layout.parts.map(({ name, bytes, pages }) => ({ name, bytes, pages })),
    ...(layout.extras.length > 0 && {
      tables: { names: layout.extras.map(({ name }) => name), bytes: measureExtras(layout.plan) },
    }),
    formedLinks: layout.pages,
    ...getFirstLink(layout.plan),
    ...getLinkTemplate(layout.plan),
    placeholdersFilled: placeholders.filter((use) => use.state !== 'unknown').length,
    placeholdersTotal: placeholders.length,
    ...describeScheduled(layout.plan),
  };
}

/** In a combination, the default template also names the second list. */
function getLinkTemplate({ project: { footer, table } }: Plan): Pick<Outcome, 'linkTemplate'> {
  const isSuited = table.isCombined && footer.given === DEFAULT_FOOTER && footer.text !== DEFAULT_FOOTER;
  return isSuited ? { linkTemplate: footer.text } : {};
}

function describeScheduled({ settings }: Plan): Pick<Outcome, 'scheduled'> {
  const { scheduled } = settings ?? {};
  if (!scheduled) return {};
  const { pages, kept, last } = scheduled;
  return { scheduled: { pages, kept, last: `${formatMysqlDate(last).replace(' ', 'T')}Z` } };
}

function listSettings({ columns: { names }, settings }: CompiledSeed): SettingInspection[] {
  return settings.map(({ column, likely, ...rest }) => ({
    ...rest,
    ...(column !== undefined && { column: names[column] ?? '' }),
    ...(likely !== undefined && { likely: names[likely] ?? '' }),
  }));
}

function getFirstLink(plan: Plan): Pick<Outcome, 'firstLink'> {
  if (plan.pages === 0) return {};
  const { values, identity } = new Pages(plan).identify(0);
  const { html, url } = fillLink(plan.project.footer, values, identity);
  return { firstLink: { html, text: readVisibleText(html), url } };
}

/** Lists the rows whose values are shown: the first ones that give pages; any while a fault blocks all pages. */
function listShownRows(table: Table, plan: Plan | undefined): RowValues[] {
  const rows = table.listFirstRows(MAX_LOOKED_ROWS);
  if (!plan) return rows.map((row) => new RowValues(table, row));
  const pages = table.isCombined
    ? rows.map((row) => plan.rows.indexOf(row))
    : [...plan.rows.subarray(0, MAX_LOOKED_ROWS).keys()];
  const all = new Pages(plan);
  return pages.filter((page) => page >= 0).map((page) => all.identify(page).values);
}

/** Counts the rows in which a page would show an empty cell of each column. */
function countEmptied({ lists }: Table, plan: Plan | undefined): number[] {
  const fixed = plan && listFixedColumns(plan.project);
  return lists
    .flatMap(countEmpty)
    .map((empty, column) => (!fixed || fixed.has(column) ? empty : (plan?.emptied.get(column) ?? 0)));
}

/** Lists columns that are read although no placeholder names them: coordinates for `[nearby]`, towns for ZIP codes. */
function listReadColumns({ project, neighbors }: Plan, { columns = {} }: InspectInput): number[] {
  return [...(neighbors?.columns ?? []), ...listTownColumns(project.table, columns)];
}

function addTownRemedies({ cellProblems }: TableInspection, table: Table, input: InspectInput): void {
  const asked = cellProblems.filter(({ code }) => code === 'place-ambiguous');
  if (asked.length === 0 || !input.places) return;
  const list = createTownRemedies(table, { choices: input.columns ?? {}, places: input.places() });
  for (const problem of asked) {
    const found = list(table.findRow(problem.row));
    if (found.length > 0) problem.remedies = found;
  }
}

function addRemedies({ cellProblems }: TableInspection, plan: Plan): void {
  const losses = cellProblems.filter(({ severity }) => severity === 'loss');
  if (losses.length === 0) return;
  const remedies = new RowRemedies(plan);
  for (const problem of losses) {
    const found = remedies.list(problem);
    if (found.length > 0) problem.remedies = found;
  }
}

/** Combines both lists; without a second one, the table stays. */
export function combineInput({ table, combined }: InspectInput): TableReading | undefined {
  return table && combined ? combineReadings(table, combined) : table;
}

/** Inspects a seed, a sheet or both; writes nothing. */
export function inspect(input: InspectInput): Inspection {
  const reading = input.seed ? readSeed(input.seed.bytes, input.seed.file, input.format) : { problems: [] };
  const { seed } = reading;
  const sheet = combineInput(input);
  const table = sheet?.table;
  const prepared: ProjectReading = seed ? prepareFor(seed, table, input) : { problems: [] };
  const project = table ? prepared.project : undefined;
  const notices = input.isOfEveryRow && table ? () => new RowNotices(table) : undefined;
  const plan = project && planPages(project, { ...(notices && { notices }) });
  const layout = plan && createLayout(plan);
  const read = plan ? listReadColumns(plan, input) : [];
  // don’t spread into a call: a sheet may have a problem in each of 100,000 rows
  const checked: Problem[] = [
    ...prepared.problems,
    ...(layout ? [...layout.plan.problems, ...layout.problems] : []),
    ...(plan ? checkConstructs(plan) : []),
    ...(input.reportsUnusedColumns && plan && plan.pages > 0 && table
      ? reportUnusedColumns(table, plan.project, read)
      : []),
  ];
  const problems = [...reading.problems, ...dropRepeated(sheet?.problems ?? [], checked), ...checked];
  const columns = table && (prepared.table ?? addImageColumns(table, input.images ?? []));
  const shown = columns ? listShownRows(columns, plan) : [];
  const seedInspection =
    seed &&
    inspectSeed(seed, prepared.compiled, {
      sheet: table && {
        sample: plan?.pages ? (value) => shown[0]?.computeText(value) ?? '' : undefined,
        readFirst: (value) => takeFirst(shown, (row) => row.computeText(value)),
        empty: countEmptied(table, plan),
      },
      choices: prepared.choices,
    });
  const places = countPlaces(prepared.project, read);
  const inspectList = (list: (TableReading & { file: string }) | undefined) =>
    list?.table &&
    inspectTable(
      list.table,
      input.combined ? problems.filter(({ file }) => file === list.file) : problems,
      places,
    );
  const tableInspection = inspectList(input.table);
  const combinedInspection = inspectList(input.combined);
  if (tableInspection && input.table?.table) addTownRemedies(tableInspection, input.table.table, input);
  // A change of a cell would change a page of each row of the other list.
  if (plan && tableInspection && !combinedInspection) addRemedies(tableInspection, plan);
  return {
    ...(seedInspection ? { seed: seedInspection } : {}),
    ...(tableInspection ? { table: tableInspection } : {}),
    ...(combinedInspection ? { combined: combinedInspection } : {}),
    ...(table && prepared.compiled ? { settings: listSettings(prepared.compiled) } : {}),
    ...(layout && layout.pages > 0
      ? { outcome: createOutcome(layout, seedInspection?.placeholders ?? []) }
      : {}),
    ...(input.table?.workbook ? { workbook: input.table.workbook } : {}),
    ...(input.combined?.workbook ? { combinedWorkbook: input.combined.workbook } : {}),
    problems: sortProblems(problems),
  };
}

/** Compiles the seed against the sheet or, if there is none, against the names in its own brackets. */
export function prepareFor(seed: Seed, table: Table | undefined, input: InspectInput): ProjectReading {
  const { key = 'inspect', site, footer, keep, page, places, images } = input;
  const { columns = {}, schedule, scheduledDates, knownTowns } = input;
  const options = { key, site, footer, keep, page, places, images, schedule, scheduledDates, knownTowns };
  if (table) return prepareProject({ seed, table, columns, ...options });
  const waiting = waitingTable(seed, input) ?? emptyTable();
  const prepared = prepareProject({ seed, table: waiting, columns: onlyTexts(columns), ...options });
  return { ...prepared, problems: prepared.problems.filter(holdsWithoutSheet) };
}

/** Without a sheet, only chosen texts count. */
function onlyTexts(choices: ColumnChoices): ColumnChoices {
  return Object.fromEntries(Object.entries(choices).filter(([, choice]) => 'text' in choice));
}

/** Reports the problems that don’t depend on columns, because without a sheet any name could be a column. */
function holdsWithoutSheet({ severity, code }: Problem): boolean {
  return severity === 'notice' || !['placeholder-unknown', 'no-slug-column'].includes(code);
}

function emptyTable(): Table {
  const table = createNeutralTable(['geo_url'], '');
  if (!table) throw new Error('failed to read a table of one cell');
  return table;
}
