/** Seed page and sheet of a form: uploaded, pasted, read with other options, fixed, or removed. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { DraftPart } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import type { ProjectType } from '#contract/project-types.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { SEED_BYTES, SHEET_BYTES } from '#contract/limits.ts';
import { isSeedFile, getSeedRefusal } from '#contract/seed-file.ts';
import { call, send } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { messages } from '../shared/messages.ts';
import { isSheetFile } from './file-kind.rules.ts';
import type { Unsent } from './form-memory.ts';
import type { ProjectForm } from './form-state.ts';
import type { DraftLine } from './use-draft.ts';
import { useFileUpload } from './use-file-upload.ts';
import { showFormFailure } from './show-form-failure.ts';

const TYPING_PAUSE_MS = 250;

const SHEET_FAILED = 'Couldn’t upload the sheet.';
const COMBINED_FAILED = 'Couldn’t upload the second list.';

type FileActions = Pick<
  ProjectForm,
  | 'seed'
  | 'sheet'
  | 'combined'
  | 'takeSeed'
  | 'dropSeed'
  | 'takeSheet'
  | 'pasteSheet'
  | 'dropSheet'
  | 'takeCombined'
  | 'dropCombined'
  | 'readSheetAs'
  | 'fix'
  | 'addTowns'
>;

export interface FormFiles {
  actions: FileActions;
  /** True while pasted rows haven't reached the server. */
  isPasting: boolean;
  /** Sends rows that wait for the pause. */
  flush: () => void;
  /** The same when the form closes. */
  flushOnLeave: () => Promise<void>;
  /** Chosen files that aren't uploaded. */
  readUnsent: () => Pick<Unsent, 'seed' | 'sheet'>;
  /** Parts that have changed since the form was opened. */
  changed: readonly DraftPart[];
}

interface Options {
  line: DraftLine;
  /** Sends typed changes before a fix is checked. */
  flush: () => Promise<void>;
}

export function useFormFiles({ line, flush }: Options): FormFiles {
  const { id } = line.draft;
  const type = line.draft.type as ProjectType;
  const params = { id };
  const [changed, setChanged] = useState<readonly DraftPart[]>([]);
  const noteChange = (part: DraftPart) => setChanged((old) => (old.includes(part) ? old : [...old, part]));
  const seed = useFileUpload({
    send: (file, options) => send(projectsContract.upload, { body: { type, draft_id: id }, file }, options),
    failed: messages.uploadFailed,
    maxBytes: SEED_BYTES,
    onDone: line.reload,
  });
  const sheet = useFileUpload({
    send: (file, options) => send(draftsContract.putSheet, { params, body: {}, file }, options),
    failed: SHEET_FAILED,
    maxBytes: SHEET_BYTES,
    onDone: line.reload,
  });
  const combined = useFileUpload({
    send: (file, options) => send(draftsContract.putCombined, { params, body: {}, file }, options),
    failed: COMBINED_FAILED,
    maxBytes: SHEET_BYTES,
    onDone: line.reload,
  });
  const change = (part: DraftPart, act: Parameters<DraftLine['change']>[0]) => {
    noteChange(part);
    line.change(act).catch((error: unknown) => {
      showFormFailure('Couldn’t save the change.', error);
    });
  };
  const pasting = usePasting((script) => {
    sheet.cancel();
    line
      .change(() => call(draftsContract.putSheet, { params, body: { script } }))
      .catch((error: unknown) => sheet.refuse(formatError(error)));
  });
  return {
    isPasting: pasting.text !== undefined,
    flush: pasting.flush,
    flushOnLeave: async () => {
      const script = pasting.text;
      if (script === undefined) return;
      await call(draftsContract.putSheet, { params, body: { script } }).catch((error: unknown) =>
        console.warn('Couldn’t save the pasted rows.', error),
      );
    },
    readUnsent: () => {
      const [seedFile, sheetFile] = [seed.readUnsent(), sheet.readUnsent()];
      return { ...(seedFile && { seed: seedFile }), ...(sheetFile && { sheet: sheetFile }) };
    },
    changed,
    actions: {
      seed: seed.upload,
      sheet: sheet.upload,
      combined: combined.upload,
      takeSeed: (file) => {
        if (!isSeedFile(file, type)) return seed.refuse(getSeedRefusal(type));
        noteChange('seed');
        void seed.take(file);
      },
      dropSeed: () => {
        seed.cancel();
        change('seed', () => call(draftsContract.dropSeed, { params }));
      },
      takeSheet: (file) => {
        if (!isSheetFile(file)) return sheet.refuse(messages.onlySheets);
        noteChange('sheet');
        pasting.cancel();
        void sheet.take(file);
      },
      pasteSheet: (text) => {
        noteChange('sheet');
        pasting.later(text);
      },
      dropSheet: () => {
        pasting.cancel();
        sheet.cancel();
        change('sheet', () => call(draftsContract.dropSheet, { params }));
      },
      // A draft takes over both lists or neither.
      takeCombined: (file) => {
        if (!isSheetFile(file)) return combined.refuse(messages.onlySheets);
        noteChange('sheet');
        void combined.take(file);
      },
      dropCombined: () => {
        combined.cancel();
        change('sheet', () => call(draftsContract.dropCombined, { params }));
      },
      readSheetAs: (choice) =>
        change('sheet', () => call(draftsContract.readSheetAs, { params, body: choice })),
      fix: async (request) => {
        noteChange(request.kind === 'seed' || request.kind === 'convert' ? 'seed' : 'sheet');
        pasting.flush();
        await flush();
        let isFixed = false;
        await line.change(async () => {
          const reply = await call(draftsContract.fix, { params, body: request });
          isFixed = reply.is_fixed;
          return reply.draft;
        });
        return isFixed;
      },
      addTowns: async (body) => {
        noteChange('sheet');
        pasting.flush();
        await flush();
        let counts = { added: 0, skipped: 0 };
        await line.change(async () => {
          const { draft, ...reply } = await call(draftsContract.addTowns, { params, body });
          counts = reply;
          return draft;
        });
        return counts;
      },
    },
  };
}

/** Sends typed or pasted rows after a pause. */
function usePasting(act: (text: string) => void) {
  const [text, setText] = useState<string>();
  const flush = () => {
    if (text === undefined) return;
    setText(undefined);
    act(text);
  };
  const sendNow = useEffectEvent(flush);
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(sendNow, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    /** Pasted rows that wait for the pause. */
    text,
    later: setText,
    cancel: () => setText(undefined),
    flush,
  };
}
