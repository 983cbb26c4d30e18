/** What the person gave on the page, and the one way to change it: everything else is derived. */
import { useEffect, useRef, useState } from 'react';
import type { Inspection } from '#engine';
import type { InspectInputs, InspectState } from '#web/client/inspector.ts';
import { useInspector } from '#web/client/use-inspector.ts';
import { isSeedFile, isSheetFile } from './file-kind.rules.ts';
import { mendedName } from './mended-name.rules.ts';
import { messages } from './messages.ts';

const TYPING_PAUSE_MS = 250;

export interface CreateProject {
  state: InspectState;
  inputs: InspectInputs;
  /** The newest answer; `isFresh` tells whether it is about what a panel shows now. */
  inspection?: Inspection;
  isFresh: { seed: boolean; sheet: boolean };
  /** A file of the wrong kind was dropped; what was there stays. */
  refused: { seed?: string; sheet?: string };
  /** Names that were corrected in this page; the seed is then to be downloaded before the build. */
  mends: { wrong: string; right: string }[];
  takeSeed: (file: File) => void;
  dropSeed: () => void;
  mendSeed: (wrong: string, right: string) => Promise<boolean>;
  takeSheet: (file: File) => void;
  pasteSheet: (text: string) => void;
  dropSheet: () => void;
  setFooter: (footer: string) => void;
  retry: () => void;
}

/** Calls the newest `act` once the typing has paused. */
function useAfterPause<Value>(act: (value: Value) => void): (value: Value) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => act(value), TYPING_PAUSE_MS);
  };
}

export function useCreateProject(): CreateProject {
  const { inspector, state } = useInspector(messages.footerDefault);
  const [refused, setRefused] = useState<CreateProject['refused']>({});
  const [mends, setMends] = useState<CreateProject['mends']>([]);
  const { inputs, answer } = state;
  const refuse = (part: CreateProject['refused']) => setRefused((old) => ({ ...old, ...part }));
  const changeSheet = (sheet: InspectInputs['sheet']) => {
    refuse({ sheet: undefined });
    inspector.change({ sheet });
  };
  const changeSeed = (seed: File | null) => {
    refuse({ seed: undefined });
    setMends([]);
    inspector.change({ seed });
  };
  return {
    state,
    inputs,
    inspection: answer?.inspection,
    isFresh: { seed: answer?.inputs.seed === inputs.seed, sheet: answer?.inputs.sheet === inputs.sheet },
    refused,
    mends,
    takeSeed: (file) => (isSeedFile(file) ? changeSeed(file) : refuse({ seed: messages.onlyXml })),
    dropSeed: () => changeSeed(null),
    mendSeed: async (wrong, right) => {
      const bytes = inputs.seed && (await inspector.mendSeed(wrong, right));
      if (!inputs.seed || !bytes) return false;
      setMends((old) => [...old, { wrong, right }]);
      inspector.change({ seed: new File([bytes], mendedName(inputs.seed.name), { type: 'text/xml' }) });
      return true;
    },
    takeSheet: (file) => (isSheetFile(file) ? changeSheet({ file }) : refuse({ sheet: messages.onlySheets })),
    pasteSheet: useAfterPause((text: string) => changeSheet(text.trim() === '' ? null : { text })),
    dropSheet: () => changeSheet(null),
    setFooter: useAfterPause((footer: string) => inspector.change({ footer })),
    retry: inspector.retry,
  };
}
