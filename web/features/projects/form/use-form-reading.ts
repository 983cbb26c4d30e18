/**
 * The files of the form as the engine in this browser reads them: what the person gave, and the one way
 * to change it. The sheet is what was pasted or dropped; without it, what the link gave.
 */
import { useEffect, useRef, useState } from 'react';
import { isSeedFile, seedRefusal } from '#contract/seed-file.ts';
import type { Inspection, OfferedFix } from '#engine';
import type { SeedChange } from '#web/client/inspect.worker.ts';
import type { InspectInputs, Inspector, InspectStart, InspectState } from '#web/client/inspector.ts';
import type { SheetOptions } from '#web/client/sheet-source.ts';
import type { CellChange } from '#web/client/sheet-text.ts';
import { useInspector } from '#web/client/use-inspector.ts';
import { isSheetFile } from './file-kind.rules.ts';
import { nameScript } from './as-manual.ts';
import { fixedName } from './fixed-name.rules.ts';
import { messages } from '../shared/messages.ts';

const TYPING_PAUSE_MS = 250;

type Sheet = InspectInputs['sheet'];

interface Stored {
  seed?: File | null;
  manual?: Sheet;
  footer?: string;
  keep?: string;
  page?: string;
  site?: string;
}

export interface FormReading {
  state: InspectState;
  inputs: InspectInputs;
  /** The newest answer; `isFresh` tells whether it is about what a panel shows now. */
  inspection?: Inspection;
  isFresh: { seed: boolean; sheet: boolean };
  /** Dropped, chosen or pasted by hand: wins over the link. */
  manual: Sheet;
  /** A file of the wrong kind was dropped; what was there stays. */
  refused: { seed?: string; sheet?: string };
  /** Names that were corrected and facts that were removed here; the user's own file still has them. */
  fixes: SeedChange[];
  takeSeed: (file: File) => void;
  dropSeed: () => void;
  fixSeed: (wrong: string, right: string) => Promise<boolean>;
  /** Rewrites the spellings of other tools; false if none of them can be rewritten. */
  convertSeed: () => Promise<boolean>;
  /** Applies a fix that the inspection offers; false if it doesn't help. */
  removeFact: (fix: OfferedFix) => Promise<boolean>;
  takeSheet: (file: File, options?: SheetOptions) => void;
  /** Reads the file that was given with other choices; those that are not named stay. */
  changeOptions: (options: SheetOptions) => void;
  /** Repairs the double-encoded letters of the manual data; false where some would be left. */
  repairLetters: () => Promise<boolean>;
  /** Writes into one cell of the manual data; false where its row would still give no page. */
  fixCell: (change: CellChange) => Promise<boolean>;
  pasteSheet: (text: string) => void;
  dropSheet: () => void;
  /** What the link gave; nothing when the link changes. */
  takeLinked: (file: File | null) => void;
  setFooter: (footer: string) => void;
  setKeep: (keep: string) => void;
  setPage: (page: string) => void;
  setSite: (site: string) => void;
  /** Of a Geocoder's copies; what is not said stays. */
  setTemplates: (templates: NonNullable<InspectInputs['templates']>) => void;
  /** How often data was put in instead of given by hand: a field that shows it begins again. */
  loads: number;
  /** Puts in what is stored already. */
  load: (stored: Stored) => void;
  /** The manual data as text, empty without any; nothing where the file cannot be read any more. */
  readScript: () => Promise<string | undefined>;
  /** All rows with a problem as a sheet; the same function as long as the page is there. */
  readProblemSheet: () => Promise<string | undefined>;
  retry: () => void;
}

/** Calls the newest `act` once the typing has paused; `cancel` where what was typed does not count any more. */
function useAfterPause<Value>(act: (value: Value) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (value: Value) => {
    cancel();
    timer.current = setTimeout(() => act(value), TYPING_PAUSE_MS);
  };
  return { later, cancel };
}

/** Texts that are read once their typing has paused. */
function useTyped(inspector: Inspector) {
  const footer = useAfterPause((text: string) => inspector.change({ footer: text }));
  const site = useAfterPause((text: string) => inspector.change({ site: text }));
  /** Of those that something else takes the place of. */
  const cancel = (stored: Stored) => {
    if (stored.footer !== undefined) footer.cancel();
    if (stored.site !== undefined) site.cancel();
  };
  const templates: FormReading['setTemplates'] = (part) =>
    inspector.change({ templates: { ...inspector.getState().inputs.templates, ...part } });
  return { footer, site, templates, cancel };
}

/** @param onSeed receives each seed that the user chooses or fixes */
export function useFormReading(texts: InspectStart, onSeed: (seed: File | null) => void): FormReading {
  const { format = 'wordpress' } = texts;
  const { inspector, state } = useInspector(texts);
  const [refused, setRefused] = useState<FormReading['refused']>({});
  const [fixes, setFixes] = useState<FormReading['fixes']>([]);
  const sheets = useSheets((sheet) => inspector.change({ sheet }));
  const typed = useTyped(inspector);
  const { inputs, answer } = state;
  const refuse = (part: FormReading['refused']) => setRefused((old) => ({ ...old, ...part }));
  const changeSheet = (manual: Sheet) => {
    refuse({ sheet: undefined });
    sheets.setManual(manual);
  };
  const changeSeed = (seed: File | null) => {
    refuse({ seed: undefined });
    setFixes([]);
    inspector.change({ seed });
    onSeed(seed);
  };
  const takeFixed = async (fixing: ReturnType<Inspector['fixSeed']>) => {
    const fixed = inputs.seed && (await fixing);
    if (!inputs.seed || !fixed) return false;
    setFixes((old) => [...old, ...fixed.fixes]);
    const seed = new File([fixed.bytes], fixedName(inputs.seed.name), { type: inputs.seed.type });
    inspector.change({ seed });
    onSeed(seed);
    return true;
  };
  return {
    state,
    inputs,
    inspection: answer?.inspection,
    isFresh: { seed: answer?.inputs.seed === inputs.seed, sheet: answer?.inputs.sheet === sheets.shown },
    manual: sheets.manual,
    refused,
    fixes,
    takeSeed: (file) => (isSeedFile(file, format) ? changeSeed(file) : refuse({ seed: seedRefusal(format) })),
    dropSeed: () => changeSeed(null),
    fixSeed: (wrong, right) => takeFixed(inspector.fixSeed(wrong, right)),
    convertSeed: () => takeFixed(inspector.convertSeed()),
    removeFact: ({ code, line, column, done }) =>
      takeFixed(inspector.removeFact({ code, line, column, done })),
    takeSheet: (file, options) =>
      isSheetFile(file) ? changeSheet({ file, ...options }) : refuse({ sheet: messages.onlySheets }),
    changeOptions: (options) => {
      if (sheets.manual && 'file' in sheets.manual) changeSheet({ ...sheets.manual, ...options });
    },
    fixCell: (change) => takeFixedSheet({ sheets, inspector }, () => inspector.fixCell(change)),
    repairLetters: () => takeFixedSheet({ sheets, inspector }, inspector.repairLetters),
    pasteSheet: (text) => sheets.type(text.trim() === '' ? null : { text }),
    dropSheet: () => changeSheet(null),
    takeLinked: sheets.setLinked,
    setFooter: typed.footer.later,
    setKeep: (keep) => inspector.change({ keep }),
    setPage: (page) => inspector.change({ page }),
    setSite: typed.site.later,
    setTemplates: typed.templates,
    loads: sheets.loads,
    load: (stored) => {
      setFixes([]);
      if (stored.manual !== undefined) sheets.put(stored.manual);
      typed.cancel(stored);
      inspector.change(listChanges(stored, sheets.readShown()));
    },
    readScript: () => readManual(sheets.manual, inspector.readSheetText),
    readProblemSheet: inspector.readProblemSheet,
    retry: inspector.retry,
  };
}

/** What is not said stays as it is. */
function listChanges(
  { seed, manual, footer, keep, page, site }: Stored,
  shown: Sheet,
): Partial<InspectInputs> {
  return {
    ...(seed !== undefined && { seed }),
    ...(manual !== undefined && { sheet: shown }),
    ...(footer !== undefined && { footer }),
    ...(keep !== undefined && { keep }),
    ...(page !== undefined && { page }),
    ...(site !== undefined && { site }),
  };
}

interface Fixing {
  sheets: ReturnType<typeof useSheets>;
  inspector: Pick<Inspector, 'change'>;
}

/** The fixed sheet comes as the sheet was given: as text, or as a file under its name. */
async function takeFixedSheet(
  { sheets, inspector }: Fixing,
  askForText: () => Promise<string | undefined>,
): Promise<boolean> {
  const { manual } = sheets;
  const text = manual === null ? undefined : await askForText();
  if (manual === null || text === undefined || sheets.readShown() !== manual) return false;
  const sheet = 'file' in manual ? { file: new File([text], nameScript(manual)) } : { text };
  sheets.put(sheet);
  inspector.change({ sheet });
  return true;
}

async function readManual(manual: Sheet, readFile: FormReading['readScript']): Promise<string | undefined> {
  if (manual === null) return '';
  return 'text' in manual ? manual.text : readFile();
}

/** Two ways to a sheet: what was given by hand is read; the link's data only without it. */
function useSheets(read: (sheet: Sheet) => void) {
  const [both, setBoth] = useState({ manual: null as Sheet, linked: null as Sheet, loads: 0 });
  const newest = useRef(both);
  const put = (change: Partial<typeof both>) => {
    newest.current = { ...newest.current, ...change };
    setBoth(newest.current);
  };
  const shownNow = () => newest.current.manual ?? newest.current.linked;
  const typing = useAfterPause(() => read(shownNow()));
  return {
    manual: both.manual,
    shown: both.manual ?? both.linked,
    loads: both.loads,
    put: (manual: Sheet) => {
      typing.cancel();
      put({ manual, loads: newest.current.loads + 1 });
    },
    readShown: shownNow,
    setManual: (manual: Sheet) => {
      typing.cancel();
      put({ manual });
      read(shownNow());
    },
    setLinked: (file: File | null) => {
      if (file === null && newest.current.linked === null) return;
      put({ linked: file && { file } });
      if (newest.current.manual === null) read(shownNow());
    },
    type: (manual: Sheet) => {
      put({ manual });
      typing.later(undefined);
    },
  };
}
