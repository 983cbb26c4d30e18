/**
 * What was begun earlier and not saved. Until the person has said what becomes of it, nothing that is
 * entered now takes its place.
 */
import { useEffect, useRef, useState } from 'react';
import type { Draft } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call, mayPass, RECOVERY_MS } from '#web/client/call.ts';
import { readFileBytes } from '#web/client/read-file.ts';
import { dropProjectDraft, type ProjectDraft, readProjectDraft } from '#web/client/session.ts';
import { asManual } from './as-manual.ts';
import { type FormStart, formOf } from './form-start.ts';
import { joinDrafts, type KeptDraft } from './kept-draft.rules.ts';
import type { ProjectValues } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';

export interface KeptDraftChoice {
  /** Offered until it is restored or thrown away. */
  offered?: KeptDraft;
  /** Nothing may be kept yet: it is looked for, or offered. */
  isOpen: boolean;
  /** The server has not answered yet and this browser has nothing: what is entered may be kept here. */
  isUnread: boolean;
  restore: () => Promise<void>;
  discard: () => Promise<void>;
}

interface Options {
  start: FormStart;
  /** The form was held in this tab and has everything. */
  isHeld: boolean;
  setField: (name: keyof ProjectValues, value: string) => void;
  load: FormReading['load'];
  /** Told once there is nothing to choose any more. */
  onChosen: (isRestored: boolean) => void;
}

export function useKeptDraft({ start, isHeld, setField, load, onChosen }: Options): KeptDraftChoice {
  const [kept, setKept] = useState<KeptDraft | 'unknown' | undefined>(isHeld ? undefined : 'unknown');
  const projectId = start.project?.id;
  const [local] = useState(() => readProjectDraft(projectId));
  const newest = useRef(onChosen);
  useEffect(() => {
    newest.current = onChosen;
  });
  useEffect(() => {
    if (isHeld) return;
    const own = new AbortController();
    void findDraft(start, local, own.signal).then((found) => {
      if (own.signal.aborted) return;
      setKept(found);
      // What was kept here meanwhile must not look like the newer state of the one that was found.
      if (found && !local) dropProjectDraft(start.project?.id);
      if (!found) newest.current(false);
    });
    return () => own.abort();
  }, [start, local, isHeld]);
  const offered = kept === 'unknown' ? undefined : kept;
  return {
    ...(offered && { offered }),
    isOpen: kept !== undefined,
    isUnread: kept === 'unknown' && local === undefined,
    restore: async () => {
      if (!offered) return;
      const draft = offered.stored && (await call(projectsContract.restoreDraft, { query: formOf(start) }));
      const files = draft && (await readFiles(draft, start));
      const { values } = offered;
      for (const name of Object.keys(values) as (keyof ProjectValues)[]) setField(name, values[name]);
      load({ ...files, footer: values.footer_links });
      setKept(undefined);
      newest.current(true);
    },
    discard: async () => {
      if (offered?.stored) await call(projectsContract.discardDraft, { query: formOf(start) });
      dropProjectDraft(projectId);
      setKept(undefined);
      newest.current(false);
    },
  };
}

/** What the draft does not say is as the form began. */
async function readFiles({ seed, script }: Draft, { project }: FormStart) {
  return {
    seed: seed
      ? new File([await readFileBytes(seed.url)], seed.name, { type: 'text/xml' })
      : (project?.seed ?? null),
    manual: script === null ? (project?.manual ?? null) : script === '' ? null : asManual(script),
  };
}

/** Asked until it is known: what is entered now would take the place of a draft that nobody has seen. */
async function findDraft(
  start: FormStart,
  local: ProjectDraft | undefined,
  signal: AbortSignal,
): Promise<KeptDraft | undefined> {
  const join = (stored: Draft | null) => joinDrafts(stored, local, start);
  for (;;) {
    try {
      return join(await call(projectsContract.showDraft, { query: formOf(start) }, signal));
    } catch (error) {
      if (!mayPass(error)) return join(null);
      await new Promise((resolve) => setTimeout(resolve, RECOVERY_MS));
      if (signal.aborted) return undefined;
    }
  }
}
