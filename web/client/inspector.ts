/**
 * The page's side of the reading worker: holds what the person gave, sends what changed, keeps the
 * newest answer. An answer to older inputs is dropped; a reader that dies says so and can be started
 * again with everything it had.
 */
import type { PageImage } from '#engine';
import type { CopyTemplates } from '#engine/images/index.ts';
import type {
  Answer,
  ConvertSeedRequest,
  FixedSeed,
  OfferedFact,
  FixSeedRequest,
  InspectChange,
  InspectMessage,
  InspectRequest,
  ReadFormat,
  RemoveFactRequest,
} from './inspect.worker.ts';
import type { SheetSource } from './sheet-source.ts';
import type { CellChange } from './sheet-text.ts';

export interface InspectInputs {
  seed: File | null;
  sheet: SheetSource | null;
  footer: string;
  /** Names of brackets that stay as they are, comma-joined. */
  keep: string;
  /** Title, id or slug of the seed page. */
  page?: string;
  /** What addresses begin with where the seed names no host; empty for none. */
  site: string;
  /** The platform of the project; without one, that of the seed is found out. */
  format?: ReadFormat;
  /** Of a Geocoder's copies. */
  templates?: CopyTemplates;
  /** Primary images of the project. */
  images?: readonly PageImage[];
}

/** What an inspector begins with. */
export type InspectStart = Omit<InspectInputs, 'seed' | 'sheet'>;

export interface InspectState {
  inputs: InspectInputs;
  isBusy: boolean;
  /** What the reader is doing, while it is busy. */
  progress?: string;
  /** The newest answer and the inputs that it is about. */
  answer?: Answer & { inputs: InspectInputs };
  /** Why there is no answer: the reader broke, which is never the person's fault. */
  failure?: string;
}

export interface Inspector {
  getState: () => InspectState;
  subscribe: (onChange: () => void) => () => void;
  change: (inputs: Partial<InspectInputs>) => void;
  /** The seed with one placeholder's name corrected, or nothing where that would not make it well. */
  fixSeed: (wrong: string, right: string) => Promise<FixedSeed | undefined>;
  /** The seed with other tools' spellings in brackets, or nothing where there are none to rewrite. */
  convertSeed: () => Promise<FixedSeed | undefined>;
  /** The seed with the offered fix applied, or nothing if the fix doesn't remove the problem. */
  removeFact: (fact: OfferedFact) => Promise<FixedSeed | undefined>;
  /** The sheet with one cell changed, as text; nothing where its row would still give no page. */
  fixCell: (change: CellChange) => Promise<string | undefined>;
  /** The sheet with its double-encoded letters repaired, as text; nothing where some would be left. */
  repairLetters: () => Promise<string | undefined>;
  /** The sheet that was read, as text; nothing where it cannot be read any more. */
  readSheetText: () => Promise<string | undefined>;
  /** All rows with a problem as a sheet (CSV); nothing where it cannot be made. */
  readProblemSheet: () => Promise<string | undefined>;
  retry: () => void;
  stop: () => void;
}

interface ReaderPort {
  postMessage: (message: InspectRequest) => void;
  terminate: () => void;
  addEventListener: (type: 'message' | 'error' | 'messageerror', listener: (event: Event) => void) => void;
}

/** The real worker, in a chunk of its own: the engine never weighs on the page. */
const startReader = (): ReaderPort =>
  new Worker(new URL('./inspect.worker.ts', import.meta.url), { type: 'module' });

interface Parts {
  state: InspectState;
  revision: number;
  worker?: ReaderPort;
  nextFix: number;
  fixes: Map<number, (fixed?: FixedSeed) => void>;
  texts: Map<number, (text?: string) => void>;
  listeners: Set<() => void>;
}

function show(parts: Parts, change: Partial<InspectState>): void {
  parts.state = { ...parts.state, ...change };
  for (const listener of parts.listeners) listener();
}

function receive(parts: Parts, message: InspectMessage): void {
  if (message.kind === 'fixed') {
    const { bytes, fixes } = message;
    parts.fixes.get(message.id)?.(bytes && fixes && { bytes, fixes });
    parts.fixes.delete(message.id);
    return;
  }
  if (message.kind === 'sheet-text') {
    parts.texts.get(message.id)?.(message.text);
    parts.texts.delete(message.id);
    return;
  }
  if (message.revision !== parts.revision) return;
  if (message.kind === 'progress') return show(parts, { progress: message.text });
  if (message.kind === 'failed') return show(parts, { isBusy: false, failure: message.text });
  const { inspection, broken, other, platforms } = message;
  show(parts, {
    isBusy: false,
    progress: undefined,
    failure: undefined,
    answer: {
      inputs: parts.state.inputs,
      inspection,
      ...(broken && { broken }),
      ...(other && { other }),
      ...(platforms && { platforms }),
    },
  });
}

function stopReader(parts: Parts): void {
  parts.worker?.terminate();
  parts.worker = undefined;
  for (const settle of parts.fixes.values()) settle();
  parts.fixes.clear();
  for (const settle of parts.texts.values()) settle();
  parts.texts.clear();
}

function openReader(parts: Parts, start: () => ReaderPort): ReaderPort {
  const worker = start();
  const fail = (text: string) => {
    stopReader(parts);
    show(parts, { isBusy: false, progress: undefined, failure: text });
  };
  worker.addEventListener('message', (event) => {
    if (event instanceof MessageEvent) receive(parts, event.data as InspectMessage);
  });
  worker.addEventListener('error', (event) => {
    const reason = event instanceof ErrorEvent ? event.message : '';
    fail(reason || 'The part that reads files could not be started.');
  });
  worker.addEventListener('messageerror', () => fail('The browser could not hand the file over.'));
  parts.worker = worker;
  return worker;
}

type TextRequest =
  | { kind: 'sheet-text' | 'problem-sheet' | 'repair-letters' }
  | ({ kind: 'fix-cell' } & CellChange);

function askForText(parts: Parts, request: TextRequest): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (!parts.worker) return resolve(undefined);
    const id = parts.nextFix;
    parts.nextFix += 1;
    parts.texts.set(id, resolve);
    parts.worker.postMessage({ ...request, id });
  });
}

type SeedRequest =
  | Omit<FixSeedRequest, 'id'>
  | Omit<ConvertSeedRequest, 'id'>
  | Omit<RemoveFactRequest, 'id'>;

function askForSeed(parts: Parts, request: SeedRequest): Promise<FixedSeed | undefined> {
  return new Promise((resolve) => {
    if (!parts.worker) return resolve(undefined);
    const id = parts.nextFix;
    parts.nextFix += 1;
    parts.fixes.set(id, resolve);
    parts.worker.postMessage({ ...request, id });
  });
}

/** Starts no worker before there is something to read. */
export function createInspector(texts: InspectStart, start: () => ReaderPort = startReader): Inspector {
  const inputs: InspectInputs = { seed: null, sheet: null, ...texts };
  const parts: Parts = {
    state: { inputs, isBusy: false },
    revision: 0,
    nextFix: 1,
    fixes: new Map(),
    texts: new Map(),
    listeners: new Set(),
  };
  const send = (change: Partial<InspectInputs>) => {
    const isNew = !parts.worker;
    const worker = parts.worker ?? openReader(parts, start);
    parts.revision += 1;
    const message: InspectChange = {
      kind: 'change',
      revision: parts.revision,
      ...(isNew ? parts.state.inputs : change),
    };
    worker.postMessage(message);
    show(parts, { isBusy: true, progress: undefined, failure: undefined });
  };
  return {
    getState: () => parts.state,
    subscribe: (listener) => {
      parts.listeners.add(listener);
      return () => parts.listeners.delete(listener);
    },
    change: (change) => {
      parts.state = { ...parts.state, inputs: { ...parts.state.inputs, ...change } };
      send(change);
    },
    fixSeed: (wrong, right) => askForSeed(parts, { kind: 'fix', wrong, right }),
    convertSeed: () => askForSeed(parts, { kind: 'convert' }),
    removeFact: (fact) => askForSeed(parts, { kind: 'remove-fact', fact }),
    fixCell: (change) => askForText(parts, { kind: 'fix-cell', ...change }),
    repairLetters: () => askForText(parts, { kind: 'repair-letters' }),
    readSheetText: () => askForText(parts, { kind: 'sheet-text' }),
    readProblemSheet: () => askForText(parts, { kind: 'problem-sheet' }),
    retry: () => {
      stopReader(parts);
      send({});
    },
    stop: () => stopReader(parts),
  };
}
