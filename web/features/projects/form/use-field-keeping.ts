/** Keeps the typed fields in the draft: after each pause, and again where the server did not take them. */
import { useEffect, useRef, useState } from 'react';
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { Draft, DraftFields } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { call, mayPass, RECOVERY_MS, send } from '#web/client/call.ts';
import { type ProjectValues, readDomain } from './project-form.rules.ts';
import type { DraftLine } from './use-draft.ts';

const PAUSE_MS = 250;
const MAX_TITLE_CHARACTERS = 1000;

export interface FieldKeeping {
  kept: 'saved' | 'saving' | 'not-saved';
  /** When the server took what is in the form now. */
  keptAt?: Date;
  /** Something that the pages are made with is not with the server yet. */
  isPending: boolean;
  /** Sends what waits for the pause. */
  flush: () => Promise<void>;
  /** The same as the page goes away. @returns resolves when it has arrived, or could not */
  flushOnLeave: () => Promise<void>;
}

interface Options {
  values: ProjectValues;
  columns: ColumnChoices;
  line: Pick<DraftLine, 'draft' | 'run' | 'readAgain'>;
  /** Nothing is kept any more once the project was saved. */
  isOn: boolean;
  /** The domain that was chosen brought its own. */
  onColumns: (columns: ColumnChoices) => void;
}

export const toFields = (values: ProjectValues, columns: ColumnChoices): DraftFields => ({
  ...values,
  title: values.title.slice(0, MAX_TITLE_CHARACTERS),
  domain_id: readDomain(values.domain_id),
  columns,
});

/** Without those that no page is made with. */
function writeRead({ title: _title, notes: _notes, domain_id: _domain, ...read }: DraftFields): string {
  return JSON.stringify(Object.entries(read).toSorted(([a], [b]) => a.localeCompare(b)));
}

const isSame = (a: DraftFields, b: DraftFields): boolean =>
  a.title === b.title && a.notes === b.notes && a.domain_id === b.domain_id && writeRead(a) === writeRead(b);

export function useFieldKeeping({ values, columns, line, isOn, onColumns }: Options): FieldKeeping {
  const { id } = line.draft;
  const fields = toFields(values, columns);
  const [taken, setTaken] = useState<{ fields: DraftFields; at?: Date }>({ fields: line.draft.fields });
  const [hasFailed, setFailed] = useState(false);
  const newest = useRef({ fields, taken, line, onColumns });
  useEffect(() => {
    newest.current = { ...newest.current, fields, line, onColumns };
  });
  const isKept = isSame(fields, taken.fields);
  const keep = useRef(async () => {
    const { fields: sent, taken: before } = newest.current;
    if (isSame(sent, before.fields)) return;
    try {
      const { columns: brought } = await call(draftsContract.keep, { params: { id }, body: { fields: sent } });
      const now = { fields: brought ? { ...sent, columns: brought } : sent, at: new Date() };
      newest.current.taken = now;
      setTaken(now);
      setFailed(false);
      if (brought) newest.current.onColumns(brought);
      if (writeRead(now.fields) !== writeRead(before.fields)) newest.current.line.readAgain();
    } catch (error) {
      setFailed(true);
      throw error;
    }
  });
  const flush = () => newest.current.line.run(() => keep.current()).catch(ignore);
  const text = JSON.stringify(fields);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isOn || isKept) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      newest.current.line
        .run(() => keep.current())
        .catch((error: unknown) => {
          if (mayPass(error)) again = setTimeout(() => setRound((count) => count + 1), RECOVERY_MS);
        });
    const timer = setTimeout(begin, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [isOn, isKept, text, round]);
  const flushOnLeave = async () => {
    const { fields: sent, taken: before } = newest.current;
    if (isSame(sent, before.fields)) return;
    await send(draftsContract.keep, { params: { id }, body: { fields: sent } }, { keepalive: true }).catch(
      (error: unknown) => console.warn('The draft could not be kept.', error),
    );
  };
  return {
    kept: isKept ? 'saved' : hasFailed ? 'not-saved' : 'saving',
    ...(isKept && taken.at && { keptAt: taken.at }),
    isPending: isOn && !hasFailed && writeRead(fields) !== writeRead(taken.fields),
    flush,
    flushOnLeave,
  };
}

const ignore = () => undefined;

/** The fields of a draft as the form holds them. */
export function readDraftValues({ fields }: Pick<Draft, 'fields'>): ProjectValues {
  const { columns: _columns, domain_id: domain, ...texts } = fields;
  return { ...texts, domain_id: String(domain ?? '') };
}
