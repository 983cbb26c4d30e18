/** Saves typed fields in the draft: after each pause, and again after a failure. */
import { useEffect, useRef, useState } from 'react';
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { Draft, DraftFields } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { call, send, toRetryMs } from '#web/client/call.ts';
import { type ProjectValues, readDomain } from './project-form.rules.ts';
import type { DraftLine } from './use-draft.ts';

const PAUSE_MS = 250;
const MAX_TITLE_CHARACTERS = 1000;

export interface FieldKeeping {
  kept: 'saved' | 'saving' | 'not-saved';
  /** Time of the last save, while nothing has changed since. */
  keptAt?: Date;
  /**
   * True while a field that affects the pages isn't saved yet, or the domain, whose columns come with the
   * reply.
   */
  isPending: boolean;
  /** Saves without waiting for the pause. */
  flush: () => Promise<void>;
  /** Saves while the page unloads; resolves after failures, too. */
  flushOnLeave: () => Promise<void>;
}

interface Options {
  values: ProjectValues;
  columns: ColumnChoices;
  line: Pick<DraftLine, 'draft' | 'run' | 'readAgain'>;
  /** False once the project was saved. */
  isOn: boolean;
  /** Applies the columns remembered for the chosen domain, replacing those that were sent. */
  onColumns: (columns: ColumnChoices, sent: ColumnChoices) => void;
}

const toFields = (values: ProjectValues, columns: ColumnChoices): DraftFields => ({
  ...values,
  title: values.title.slice(0, MAX_TITLE_CHARACTERS),
  domain_id: readDomain(values.domain_id),
  columns,
});

/** Serializes the fields that affect the pages. */
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
      const { columns: brought } = await call(draftsContract.keep, {
        params: { id },
        body: { fields: sent },
      });
      const now = { fields: brought ? { ...sent, columns: brought } : sent, at: new Date() };
      newest.current.taken = now;
      setTaken(now);
      setFailed(false);
      if (brought) newest.current.onColumns(brought, sent.columns);
      if (writeRead(now.fields) !== writeRead(before.fields)) newest.current.line.readAgain();
    } catch (error) {
      setFailed(true);
      throw error;
    }
  });
  const flush = () => newest.current.line.run(() => keep.current()).catch(ignore);
  const [tries, setTries] = useState(0);
  const due = `${tries} ${JSON.stringify(fields)}`;
  const begun = useRef<string>(undefined);
  useEffect(() => {
    if (!isOn || isKept || begun.current === due) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      begun.current = due;
      newest.current.line
        .run(() => keep.current())
        .catch((error: unknown) => {
          begun.current = undefined;
          const retryMs = toRetryMs(error);
          if (retryMs !== undefined) again = setTimeout(() => setTries((count) => count + 1), retryMs);
        });
    };
    const timer = setTimeout(begin, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [isOn, isKept, due]);
  const flushOnLeave = async () => {
    const { fields: sent, taken: before } = newest.current;
    if (isSame(sent, before.fields)) return;
    await send(draftsContract.keep, { params: { id }, body: { fields: sent } }, { keepalive: true }).catch(
      (error: unknown) => console.warn('Couldn’t save the draft.', error),
    );
  };
  return {
    kept: isKept ? 'saved' : hasFailed ? 'not-saved' : 'saving',
    ...(isKept && taken.at && { keptAt: taken.at }),
    isPending:
      isOn &&
      !hasFailed &&
      (fields.domain_id !== taken.fields.domain_id || writeRead(fields) !== writeRead(taken.fields)),
    flush,
    flushOnLeave,
  };
}

const ignore = () => undefined;

/** Converts the fields of a draft to those of the form. */
export function readDraftValues({ fields }: Pick<Draft, 'fields'>): ProjectValues {
  const { columns: _columns, domain_id: domain, ...texts } = fields;
  return { ...texts, domain_id: String(domain ?? '') };
}
