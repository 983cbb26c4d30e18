/**
 * What was begun earlier and not saved. Until the person has said what becomes of it, what is entered now
 * is next to it; and what was discarded can be taken back for as long as the message about it is shown.
 */
import { useEffect, useRef, useState } from 'react';
import type { ImageFile } from '#contract/image-shapes.ts';
import type { Draft } from '#contract/project-shapes.ts';
import { fileEnding } from '#contract/project-types.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call, mayPass, RECOVERY_MS } from '#web/client/call.ts';
import { readFile, readFileBytes } from '#web/client/read-file.ts';
import { dropProjectDraft, type ProjectDraft, readProjectDraft } from '#web/client/project-drafts.ts';
import { readUserData } from '#web/client/session.ts';
import { asManual } from './as-manual.ts';
import { holdForm } from './form-memory.ts';
import { type FormStart, formOf } from './form-start.ts';
import { joinDrafts, type KeptDraft, listCovered } from './kept-draft.rules.ts';
import { type ProjectValues, readSite } from './project-form.rules.ts';
import { nameOfType } from '../shared/project-types.rules.ts';
import { useDiscarding } from './use-discarding.ts';
import type { FormFiles } from './use-form-files.ts';

export interface KeptDraftChoice {
  /** Offered until it is restored or discarded. */
  offered?: KeptDraft;
  /** It is looked for, offered, or could still be taken back: nothing takes its place. */
  isOpen: boolean;
  /** It is looked for or offered: nothing that is sent touches it. */
  isUnanswered: boolean;
  /** The server has not said yet whether there is one. */
  isSought: boolean;
  /** What was typed while it was offered before is back in the form. */
  cameBack?: CameBack;
  restore: () => Promise<void>;
  discard: () => void;
  /** Nobody can take back any more what was discarded. */
  finish: () => Promise<void>;
}

export interface CameBack {
  /** The draft next to which it was typed has gone meanwhile. */
  isAlone: boolean;
  /** It stands over what was saved of these since. */
  covered: (keyof ProjectValues)[];
}

interface Options {
  start: FormStart;
  /** The form was held in this tab and has everything. */
  isHeld: boolean;
  setField: (name: keyof ProjectValues, value: string) => void;
  load: FormFiles['loadDraft'];
}

export function useKeptDraft(options: Options): KeptDraftChoice {
  const { start, isHeld, setField, load } = options;
  const projectId = start.project?.id;
  const [local] = useState(() => readProjectDraft(projectId));
  const [aside] = useState(() => readProjectDraft(projectId, true));
  // A form that was held while an earlier draft was offered has not answered about it.
  const isLookedFor = !isHeld || aside !== undefined;
  const [kept, setKept] = useState<KeptDraft | 'unknown' | undefined>(isLookedFor ? 'unknown' : undefined);
  const [isAlone, setAlone] = useState(false);
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  useEffect(() => {
    if (aside && !isHeld) bringBack(aside, newest.current);
  }, [aside, isHeld]);
  useEffect(() => {
    if (!isLookedFor) return;
    const own = new AbortController();
    void findDraft(start, local, own.signal).then((found) => {
      if (own.signal.aborted) return;
      setKept(found);
      setAlone(!found);
    });
    return () => own.abort();
  }, [start, local, isLookedFor]);
  const found = kept === 'unknown' ? undefined : kept;
  // Where only images were added, there is nothing to tell of.
  const hasTexts = aside !== undefined && Object.keys(aside.fields).length > 0;
  const { isGoing, discard, finish } = useDiscarding(start, () => setKept(undefined));
  return {
    ...(found && !isGoing && { offered: found }),
    isOpen: kept !== undefined,
    isUnanswered: kept !== undefined && !isGoing,
    isSought: kept === 'unknown',
    ...(hasTexts && !isHeld && { cameBack: { isAlone, covered: listCovered(aside, start) } }),
    restore: async () => {
      if (!found) return;
      const draft = found.stored && (await call(projectsContract.restoreDraft, { query: formOf(start) }));
      const files = draft && (await readFiles(draft, start));
      const { values } = found;
      const type = found.stored?.type ?? start.type;
      if (type !== start.type && start.changeType) {
        const form = { why: 'draft' as const, values, ...files };
        holdForm({ owner: readUserData()?.id, projectId, form });
        return start.changeType(nameOfType(type));
      }
      for (const name of Object.keys(values) as (keyof ProjectValues)[]) setField(name, values[name]);
      const { footer_links: footer, keep, seed_page: page, site_base_url: site } = values;
      load({ ...files, footer, keep, page, site: readSite(site) });
      dropProjectDraft(projectId, true);
      setKept(undefined);
    },
    discard: () => found && discard(found),
    finish,
  };
}

/** The title of a project stays as it is. */
function bringBack({ fields }: ProjectDraft, { start, setField }: Options): void {
  for (const name of Object.keys(start.values) as (keyof ProjectValues)[]) {
    const text = fields[name];
    if (text !== undefined && !(start.project && name === 'title')) setField(name, text);
  }
}

/** What the draft does not say is as the form began. */
async function readFiles(draft: Draft, { project }: FormStart) {
  const { type, seed, files: drafted, script: short, script_url: url, script_name: name } = draft;
  const script = url === null ? short : await readFile(url);
  return {
    seed: seed
      ? new File([await readFileBytes(seed.url)], seed.name, { type: `text/${fileEnding(type)}` })
      : (project?.seed ?? null),
    images: sortImages([...(project?.images ?? []), ...drafted]),
    manual: script === null ? (project?.manual ?? null) : script === '' ? null : asManual(script, name),
  };
}

const sortImages = (images: readonly ImageFile[]) =>
  images.toSorted((a, b) => Date.parse(a.chosen_at) - Date.parse(b.chosen_at));

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
