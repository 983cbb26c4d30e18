/**
 * The engine in the browser: reads the seed and the sheet next to the page, so that the page never
 * waits. It keeps what was read, because a new footer must not read 100,000 rows again. The newest
 * change wins: what it overtakes is given up, and its answer never sent.
 */
import { splitNames } from '#contract/kept-names.ts';
import {
  applySeedFix,
  columnLetter,
  convertSeed,
  createTableReader,
  type FormatId,
  type Inspection,
  inspect,
  type OfferedFix,
  type PageImage,
  type Problem,
  recognizeFile,
  recognizePlatforms,
  SEED_BYTES,
  SHEET_FILE_BYTES,
  tellSeedTooLarge,
} from '#engine';
import { addTownProblems, type CopyTemplates, readTowns } from '#engine/images/index.ts';
import { type BrokenPlace, findBrokenPlace } from './broken-place.ts';
import { fixSeed } from './fix-seed.ts';
import { writeProblemSheet } from './problem-sheet.ts';
import { isExcelFile, pushChunks } from './read-sheet-file.ts';
import {
  type NamedReading,
  PASTED,
  readAgain,
  readExcel,
  readSheetText,
  type SheetOptions,
  type SheetSource,
} from './sheet-source.ts';
import { type CellChange, changeCell, repairLetters } from './sheet-text.ts';

/** A Geocoder has no seed, and is no format of pages. */
export type ReadFormat = FormatId | 'geocoder';

const toFormat = (format?: ReadFormat): FormatId | undefined => (format === 'geocoder' ? undefined : format);

/** What changed since the last message; `null` takes the thing away. */
export interface InspectChange {
  kind: 'change';
  revision: number;
  seed?: File | null;
  sheet?: SheetSource | null;
  footer?: string;
  /** Names of brackets that stay as they are, comma-joined. */
  keep?: string;
  /** Title, id or slug of the seed page; empty if the export decides. */
  page?: string;
  /** What addresses begin with where the seed names no host; empty for none. */
  site?: string;
  /** The platform of the project; without one, that of the file is found out. */
  format?: ReadFormat;
  /** Of a Geocoder's copies. */
  templates?: CopyTemplates;
  /** Primary images of the project. */
  images?: readonly PageImage[];
}

export interface FixSeedRequest {
  kind: 'fix';
  id: number;
  wrong: string;
  right: string;
}

/** Asks for the seed with other tools' spellings in brackets; answered like a fix. */
export interface ConvertSeedRequest {
  kind: 'convert';
  id: number;
}

/** Asks for the seed with an offered fix applied; answered like a fix. */
export interface RemoveFactRequest {
  kind: 'remove-fact';
  id: number;
  fact: OfferedFact;
}

/** Place of an offered fix, and the message after it was applied. */
export type OfferedFact = Omit<OfferedFix, 'label'>;

/** Asks for the sheet as text: what is stored of a file. */
export interface SheetTextRequest {
  kind: 'sheet-text';
  id: number;
}

/** Asks for all rows with a problem as a sheet; it is answered as the text of a sheet is. */
export interface ProblemSheetRequest {
  kind: 'problem-sheet';
  id: number;
}

/** Asks for the sheet with one cell changed, where its row gives a page then; answered as the text of a sheet is. */
export interface FixCellRequest extends CellChange {
  kind: 'fix-cell';
  id: number;
}

/** Asks for the sheet with its double-encoded letters repaired; answered as the text of a sheet is. */
export interface RepairLettersRequest {
  kind: 'repair-letters';
  id: number;
}

export type InspectRequest =
  | InspectChange
  | FixSeedRequest
  | ConvertSeedRequest
  | RemoveFactRequest
  | FixCellRequest
  | RepairLettersRequest
  | SheetTextRequest
  | ProblemSheetRequest;

/** A change that was made in the seed: a name that was rewritten, or the text of an offered fix. */
export type SeedChange = { wrong: string; right: string } | { done: string };

export interface FixedSeed {
  bytes: Uint8Array<ArrayBuffer>;
  fixes: SeedChange[];
}

export type InspectMessage =
  | { kind: 'progress'; revision: number; text: string }
  | ({ kind: 'answer'; revision: number } & Answer)
  | { kind: 'failed'; revision: number; text: string }
  | ({ kind: 'fixed'; id: number } & Partial<FixedSeed>)
  | { kind: 'sheet-text'; id: number; text?: string };

/** `other`: the platform that the seed is rather from; `platforms`: those that it may be from, where it shows none. */
export interface Answer {
  inspection: Inspection;
  broken?: BrokenPlace;
  other?: FormatId;
  platforms?: readonly FormatId[];
}

interface Inputs {
  /** Where the table came from. */
  source?: SheetSource | null;
  seed?: { file: string; bytes: Uint8Array };
  table?: NamedReading;
  footer?: string;
  keep?: readonly string[];
  page?: string;
  site?: string;
  format?: ReadFormat;
  templates?: CopyTemplates;
  images?: readonly PageImage[];
  /** The platform that the seed comes from, where it is not that of the project. */
  recognized?: FormatId;
  /** The platforms that it may come from, where the file doesn't show one. */
  platforms?: readonly FormatId[];
  /** The file could not be read at all: the engine never saw it. */
  seedProblem?: Problem;
}

interface Session {
  inputs: Inputs;
  /** The changes that wait, merged into one. */
  waiting?: InspectChange;
  /** Until all changes are read that came so far. */
  working?: Promise<void>;
  post: (message: InspectMessage) => void;
}

const unreadable = (file: string): Problem => ({
  code: 'file-unreadable',
  severity: 'fault',
  file,
  text: 'The browser cannot read this file: it was moved, changed or is locked. Choose it again.',
});

/** Lets waiting messages in, so that a newer change is seen before long work begins. */
const letMessagesIn = () => new Promise((resolve) => setTimeout(resolve));

async function readSeedFile(session: Session, seed: File | null): Promise<void> {
  const { inputs } = session;
  inputs.seed = undefined;
  inputs.seedProblem = undefined;
  inputs.recognized = undefined;
  inputs.platforms = undefined;
  if (!seed) return;
  if (seed.size > SEED_BYTES) {
    inputs.seedProblem = tellSeedTooLarge(seed.name, seed.size);
    return;
  }
  try {
    const bytes = new Uint8Array(await seed.slice(0, SEED_BYTES).arrayBuffer());
    inputs.seed = { file: seed.name, bytes };
    const platforms = recognizePlatforms(bytes, seed.name);
    if (platforms.length > 1) inputs.platforms = platforms;
    inputs.recognized =
      inputs.format === undefined ? platforms[0] : recognizeFile(bytes, seed.name, toFormat(inputs.format));
  } catch {
    inputs.seedProblem = unreadable(seed.name);
  }
}

interface TextFile extends Pick<SheetOptions, 'encoding'> {
  file: File;
  revision: number;
}

async function readText(
  session: Session,
  { file, encoding, revision }: TextFile,
): Promise<NamedReading | undefined> {
  const reader = createTableReader({ file: file.name, encoding: encoding?.label });
  const isRead = await pushChunks({
    file,
    push: (bytes) => reader.push(bytes),
    isStale: () => session.waiting?.sheet !== undefined,
    onProgress: (share) => {
      const text = `Reading ${file.name}, ${Math.floor(share * 100)}%`;
      session.post({ kind: 'progress', revision, text });
    },
  });
  return isRead ? { file: file.name, ...reader.end() } : undefined;
}

async function readSheetSource(
  session: Session,
  sheet: SheetSource | null,
  revision: number,
): Promise<NamedReading | undefined> {
  if (!sheet) return undefined;
  const { file, ...options } = 'file' in sheet ? sheet : { file: new File([sheet.text], PASTED) };
  session.post({ kind: 'progress', revision, text: `Reading ${file.name}` });
  if (file.size > SHEET_FILE_BYTES) {
    const text = 'The sheet is larger than 32 MiB. Split it into several sheets and build them one by one.';
    return {
      file: file.name,
      problems: [{ code: 'sheet-too-large', severity: 'fault', file: file.name, text }],
    };
  }
  try {
    if (await isExcelFile(file)) return await readExcel(file, options);
    const { encoding }: SheetOptions = options;
    return await readText(session, { file, encoding, revision });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { file: file.name, problems: [unreadable(file.name)] };
  }
}

/** What the engine is asked about, in the same words wherever it is asked. */
const questionOf = ({ seed, table, footer, keep, page, site, format, ...rest }: Inputs) => ({
  seed,
  table: format === 'geocoder' && table ? addTownProblems(table, rest.templates) : table,
  footer,
  keep,
  images: rest.images,
  ...(page && { page }),
  ...(site && { site }),
  format: toFormat(format) ?? rest.recognized,
});

/** Of a Geocoder, what comes out are towns. */
function countTowns({ format, table, templates }: Inputs): Pick<Inspection, 'outcome'> {
  const { towns } = format === 'geocoder' && table?.table ? readTowns(table.table, templates) : {};
  if (!towns) return {};
  const none = { bytes: 0, parts: [], formedLinks: 0, placeholdersFilled: 0, placeholdersTotal: 0 };
  return { outcome: { ...none, pages: towns.towns.length, skipped: towns.skipped } };
}

function inspectInputs(inputs: Inputs): Inspection {
  const { seedProblem } = inputs;
  const inspection = { ...inspect(questionOf(inputs)), ...countTowns(inputs) };
  const problems = inspection.problems.filter((problem) => !isListedByTable(problem, inspection));
  return { ...inspection, problems: seedProblem ? [seedProblem, ...problems] : problems };
}

function answerInputs(inputs: Inputs): Answer {
  const { seed, format, recognized, platforms } = inputs;
  const inspection = inspectInputs(inputs);
  const other = format === undefined ? undefined : recognized;
  const told = { inspection, ...(other && { other }), ...(platforms && { platforms }) };
  if (!seed || inspection.seed) return told;
  const problems = inspection.problems.filter(({ file }) => file === seed.file);
  const broken = findBrokenPlace(seed.bytes, problems);
  return { ...told, ...(broken && { broken }) };
}

/** The table lists its rows' problems itself; 100,000 of them once more would take seconds to hand over. */
function isListedByTable({ row }: Problem, { table }: Inspection): boolean {
  return table !== undefined && row !== undefined && row >= (table.rows[0]?.row ?? 0);
}

async function work(session: Session): Promise<void> {
  while (session.waiting) {
    const change = session.waiting;
    session.waiting = undefined;
    const { revision } = change;
    try {
      if (change.format !== undefined) session.inputs.format = change.format;
      if (change.seed !== undefined) await readSeedFile(session, change.seed);
      if (change.sheet !== undefined) {
        session.inputs.source = change.sheet;
        session.inputs.table = await readSheetSource(session, change.sheet, revision);
      }
      if (change.footer !== undefined) session.inputs.footer = change.footer;
      if (change.keep !== undefined) session.inputs.keep = splitNames(change.keep);
      if (change.page !== undefined) session.inputs.page = change.page;
      if (change.site !== undefined) session.inputs.site = change.site;
      if (change.templates !== undefined) session.inputs.templates = change.templates;
      if (change.images !== undefined) session.inputs.images = change.images;
      session.post({ kind: 'progress', revision, text: 'Planning the pages' });
      await letMessagesIn();
      if (session.waiting) continue;
      session.post({ kind: 'answer', revision, ...answerInputs(session.inputs) });
    } catch (error) {
      session.post({
        kind: 'failed',
        revision,
        text: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

/** The fixed seed counts only if the engine finds it well: no new fault, and not one place less. */
function fix({ inputs, post }: Session, { id, wrong, right }: FixSeedRequest): void {
  const before = inspectInputs(inputs);
  const use = before.seed?.placeholders.find(({ text }) => text === wrong);
  if (!inputs.seed || !use) return post({ kind: 'fixed', id });
  const bytes = fixSeed(inputs.seed.bytes, wrong, right);
  const after = inspectInputs({ ...inputs, seed: { file: inputs.seed.file, bytes } });
  const isWell = isFixed(before, after, wrong);
  post(isWell ? { kind: 'fixed', id, bytes, fixes: [{ wrong, right }] } : { kind: 'fixed', id });
}

/** Faults that the conversion reveals, such as an unknown filter, become faults of the seed. */
function convert({ inputs, post }: Session, { id }: ConvertSeedRequest): void {
  const { seed, table: sheet, keep, page } = inputs;
  const { format } = questionOf(inputs);
  const converted = seed && sheet?.table && convertSeed({ ...seed, format, table: sheet.table, keep, page });
  if (!converted) return post({ kind: 'fixed', id });
  post({ kind: 'fixed', id, bytes: converted.bytes, fixes: converted.rewritten });
}

/** The edited seed counts only if the problem is gone and no fault is new. */
function removeFact({ inputs, post }: Session, { id, fact }: RemoveFactRequest): void {
  const bytes = inputs.seed && applySeedFix(questionOf(inputs), fact);
  if (!inputs.seed || !bytes) return post({ kind: 'fixed', id });
  const before = inspectInputs(inputs);
  const after = inspectInputs({ ...inputs, seed: { file: inputs.seed.file, bytes } });
  const isGone = !after.problems.some(({ code }) => code === fact.code);
  post(
    isGone && countFaults(after) <= countFaults(before)
      ? { kind: 'fixed', id, bytes, fixes: [{ done: fact.done }] }
      : { kind: 'fixed', id },
  );
}

/** Every request is answered, whatever happens. */
function tryToFix(session: Session, request: FixSeedRequest | ConvertSeedRequest | RemoveFactRequest): void {
  try {
    if (request.kind === 'fix') fix(session, request);
    else if (request.kind === 'convert') convert(session, request);
    else removeFact(session, request);
  } catch {
    session.post({ kind: 'fixed', id: request.id });
  }
}

function countFaults({ problems }: Inspection): number {
  return problems.filter(({ severity }) => severity === 'fault').length;
}

function isFixed(before: Inspection, after: Inspection, wrong: string): boolean {
  const [old, fresh] = [before.seed?.placeholders, after.seed?.placeholders];
  if (!old || !fresh || fresh.some(({ text }) => text === wrong)) return false;
  const places = (uses: typeof old) => uses.reduce((sum, { count }) => sum + count, 0);
  return places(fresh) === places(old) && countFaults(after) < countFaults(before);
}

async function tellSheetText({ inputs, post }: Session, id: number): Promise<void> {
  try {
    const text = await readSheetText(inputs);
    post({ kind: 'sheet-text', id, ...(text !== undefined && { text }) });
  } catch {
    post({ kind: 'sheet-text', id });
  }
}

/** Planned once more, for the answer lists only the first of many alike. */
function tellProblemSheet({ inputs, post }: Session, id: number): void {
  const { table } = inputs;
  try {
    if (!table?.table) return post({ kind: 'sheet-text', id });
    const { problems } = inspect({ ...questionOf(inputs), isOfEveryRow: true });
    post({ kind: 'sheet-text', id, text: writeProblemSheet(table.table, problems) });
  } catch {
    post({ kind: 'sheet-text', id });
  }
}

/** Fewer rows are skipped, or this one only for something else: a row may need more than one fix. */
function isRowBetter(before: Inspection, after: Inspection, wanted: number): boolean {
  const [was = 0, is = 0] = [before, after].map(({ outcome }) => outcome?.skipped);
  const [old = [], left = []] = [before, after].map(({ table }) =>
    (table?.cellProblems ?? []).flatMap(({ row, severity, code }) =>
      row === wanted && severity === 'loss' ? [code] : [],
    ),
  );
  return is < was || (is === was && !left.some((code) => old.includes(code)));
}

/** The repaired sheet counts only if no such letter is left and all its rows and columns are. */
async function tellRepairedSheet({ inputs, post }: Session, id: number): Promise<void> {
  try {
    const { table, file = PASTED } = inputs.table ?? {};
    const text = await readSheetText(inputs);
    const repaired = table && text !== undefined ? repairLetters(text, table) : undefined;
    const after = repaired === undefined ? undefined : readAgain(file, repaired);
    const isRepaired =
      after?.table?.rowCount === table?.rowCount &&
      after?.table?.columns.length === table?.columns.length &&
      after?.problems.every(({ repairable }) => repairable === undefined);
    post({ kind: 'sheet-text', id, ...(isRepaired && repaired !== undefined && { text: repaired }) });
  } catch {
    post({ kind: 'sheet-text', id });
  }
}

/** The changed sheet counts only if the engine finds it better: as many rows, and a row in a better state. */
async function tellFixedSheet(session: Session, { id, ...change }: FixCellRequest): Promise<void> {
  const { inputs, post } = session;
  const { table, file = PASTED } = inputs.table ?? {};
  try {
    const text = await readSheetText(inputs);
    // A column without a name is not in the table.
    const isWhole = table?.columns.every(({ letter }, index) => letter === columnLetter(index));
    const fixed = table && isWhole && text !== undefined ? changeCell(text, table, change) : undefined;
    if (table === undefined || fixed === undefined) return post({ kind: 'sheet-text', id });
    const after = readAgain(file, fixed);
    const inspectTable = (read: NamedReading) => inspectInputs({ ...inputs, table: read });
    const isBetter =
      after.table?.rowCount === table.rowCount &&
      isRowBetter(
        inspectTable({ file, table, problems: inputs.table?.problems ?? [] }),
        inspectTable(after),
        change.row,
      );
    post(isBetter ? { kind: 'sheet-text', id, text: fixed } : { kind: 'sheet-text', id });
  } catch {
    post({ kind: 'sheet-text', id });
  }
}

/** Takes messages in the order they come and posts progress and answers: a question is about the changes before it. */
export function createInspectSession(post: Session['post']) {
  const session: Session = { inputs: {}, post };
  return async (message: InspectRequest): Promise<void> => {
    if (message.kind === 'change') {
      session.waiting = { ...session.waiting, ...message };
      session.working ??= work(session).finally(() => {
        session.working = undefined;
      });
    }
    await session.working;
    if (message.kind === 'problem-sheet') return tellProblemSheet(session, message.id);
    if (message.kind === 'sheet-text') return tellSheetText(session, message.id);
    if (message.kind === 'fix-cell') return tellFixedSheet(session, message);
    if (message.kind === 'repair-letters') return tellRepairedSheet(session, message.id);
    if (message.kind !== 'change') tryToFix(session, message);
  };
}

const receive = createInspectSession((message) => self.postMessage(message));
self.addEventListener('message', (event: MessageEvent<InspectRequest>) => void receive(event.data));
