/** Saving or testing a project: everything between the click and the server's answer, in order. */
import type { SaveReply } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { nameScript } from './as-manual.ts';
import { refuse, takeWhole } from './broken-file.ts';
import type { FormStart } from './form-start.ts';
import type { ProjectValues } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';
import type { KeptDraftChoice } from './use-kept-draft.ts';
import type { SeedUploader } from './use-seed-upload.ts';

/** 2 splits, 0 does not. */
export type Split = 0 | 2;

export interface Sending {
  mode: 'save' | 'test';
  /** The answer to the split question. */
  split: Split | undefined;
  values: ProjectValues;
  start: FormStart;
  /** The project that this form has made or edits, as it was saved last. */
  saved: { id: number; revision: number } | undefined;
  /** Of a new project: the same save sent again, after its answer was lost, makes no second one. */
  key: string;
  reading: Pick<FormReading, 'inputs' | 'manual' | 'readScript'>;
  uploader: Pick<SeedUploader, 'send' | 'storeBesideDraft'>;
  /** While an earlier draft is unanswered, what is sent leaves it alone. */
  kept: Pick<KeptDraftChoice, 'isUnanswered'>;
  /** Ends what is being kept as a draft, and keeps what waits for its pause where that is wanted. */
  settle: (isWanted: boolean) => Promise<void>;
}

/** @throws ApiError, or why a file of the form cannot be sent */
export async function sendProject(sending: Sending): Promise<SaveReply> {
  const { mode, split, values, start, saved, key, reading, uploader, kept, settle } = sending;
  const isTest = mode === 'test';
  const isNew = start.project === undefined;

  // A test stores nothing of an edit: its draft is all that is left of what was entered.
  await settle(isTest && !isNew);

  const script = await reading.readScript();
  if (script === undefined) throw refuse('The sheet can no longer be read. Choose it again.');

  // A test brings no file: it takes the seed of the project, of its draft, or one stored next to the draft.
  const { seed } = reading.inputs;
  const isOfProject = seed !== null && seed === start.project?.seed;
  let seedId: string | undefined;
  if (isTest && seed && !isOfProject) {
    if (kept.isUnanswered) seedId = await uploader.storeBesideDraft(seed);
    else {
      const failure = await uploader.send(seed);
      if (failure) throw failure;
    }
  }

  const body = {
    ...values,
    script,
    script_name: nameScript(reading.manual),
    type: start.type,
    // A test that names its project takes the seed from the draft of the edit form; the key finds it too.
    ...(saved && !(isTest && isNew) ? { project_id: saved.id } : { key }),
    ...(saved && { revision: saved.revision }),
    ...(split !== undefined && { split_xml_file: split }),
    // The project has this seed already; the draft may hold one of another tab.
    ...((kept.isUnanswered || (isTest && isOfProject)) && { draft: 'leave' as const }),
  };
  if (isTest) return call(projectsContract.test, { body: { ...body, seed_id: seedId } });
  const file = seed ? await takeWhole(seed) : undefined;
  return start.project
    ? call(projectsContract.update, { params: { id: start.project.id }, body, file })
    : call(projectsContract.save, { body, file });
}
