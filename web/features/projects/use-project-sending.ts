/** Save, test and the split question: one sending at a time, and where the person goes afterwards. */
import { useRef, useState } from 'react';
import type { SaveReply } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useSend } from '#web/client/use-call.ts';
import { type NextPage, useGoOn } from '#web/kit/use-go-on.ts';
import { createKey } from './create-key.ts';
import { refuse, takeWhole } from './broken-file.ts';
import type { FormStart } from './form-start.ts';
import { messages } from './messages.ts';
import type { ProjectValues } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';
import type { KeptDraftChoice } from './use-kept-draft.ts';
import type { SeedUploader } from './use-seed-upload.ts';

const AFTER_SAVE_MS = 4000;
const AFTER_TEST_MS = 2000;
const REFRESH = { refresh: ['projects', 'notifications', 'account'] };

/** 2 splits, 0 does not. */
type Split = 0 | 2;

interface Done extends NextPage {
  text: string;
}

export interface ProjectSending {
  mode: 'save' | 'test';
  /** It was taken; the page goes on in a moment. */
  done?: Done;
  /** The split question stands; it stays until its answer was taken. */
  isAsked: boolean;
  /** For the form: sends what is meant. */
  send: (values: ProjectValues) => Promise<void>;
  save: () => void;
  test: () => void;
  answerSplit: (split: Split) => void;
  /** Back to the form without an answer: nothing is sent, nothing is lost. */
  leaveSplit: () => void;
  finish: (done: Done) => void;
  /** The way on waits while somebody reads the message. */
  hold: (isHeld: boolean) => void;
  /** Nothing that was entered is wanted any more. */
  abandon: () => void;
}

interface Options {
  start: FormStart;
  reading: FormReading;
  uploader: SeedUploader;
  settle: (isWanted: boolean) => Promise<void>;
  /** Until it is restored or discarded, neither a save nor a test changes it. */
  kept: Pick<KeptDraftChoice, 'isUnanswered'>;
  submit: () => Promise<boolean>;
  /** @param isDraftOver what was entered is stored, or not wanted any more */
  onDone: (isDraftOver: boolean) => void;
}

/** What the click that is under way asks for. */
interface Meant {
  mode: ProjectSending['mode'];
  split?: Split;
  /** The project that this form has made or edits, and its revision as far as this form knows. */
  projectId?: number;
  revision?: number;
  /** Of a new project: the same save sent again, after its answer was skipped, makes no second one. */
  key?: string;
}

export function useProjectSending(options: Options): ProjectSending {
  const { start, settle, submit, onDone } = options;
  const [mode, setMode] = useState<ProjectSending['mode']>('save');
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<Done>();
  const [key] = useState(createKey);
  // Read while a sending is under way, when the rendered state is that of the click before.
  const meant = useRef<Meant>({
    mode: 'save',
    ...(start.project ? { projectId: start.project.id, revision: start.project.revision } : { key }),
  });
  const finish = (end: Done, isDraftOver = true) => {
    onDone(isDraftOver);
    setDone(end);
  };
  const hold = useGoOn(done);
  const calls = useSendingCalls(options, meant);
  const save = async (values: ProjectValues): Promise<void> => {
    const reply = await calls.save(values);
    meant.current = { ...meant.current, projectId: reply.project_id, revision: reply.revision };
    if (reply.question_is_split_file) return setAsked(true);
    const text = start.project ? messages.updated : messages.added;
    finish({ text, to: `/projects/${reply.project_id}`, afterMs: AFTER_SAVE_MS });
  };
  const test = async (values: ProjectValues): Promise<void> => {
    const { project_id: id } = await calls.test(values);
    const to = `/projects/${meant.current.projectId ?? id}`;
    finish({ text: messages.tested, to, afterMs: AFTER_TEST_MS }, start.project === undefined);
  };
  const begin = (change: Pick<Meant, 'mode' | 'split'>): Promise<unknown> => {
    if (done !== undefined) return Promise.resolve();
    meant.current = { ...meant.current, split: undefined, ...change };
    setMode(change.mode);
    return submit();
  };
  return {
    mode,
    done,
    isAsked,
    send: async (values) => {
      const isTest = meant.current.mode === 'test';
      // A test stores nothing of an edit: its draft is all that is left of what was entered.
      await settle(isTest && start.project !== undefined);
      await (isTest ? test(values) : save(values));
    },
    save: () => void begin({ mode: 'save' }),
    test: () => void begin({ mode: 'test' }),
    answerSplit: (split) => void begin({ mode: 'save', split }).finally(() => setAsked(false)),
    leaveSplit: () => setAsked(false),
    finish,
    hold,
    abandon: () => onDone(true),
  };
}

/** The calls themselves, with what the click under way means. */
function useSendingCalls({ start, reading, uploader, kept }: Options, meant: { current: Meant }) {
  const [sendSave] = useSend(projectsContract.save, REFRESH);
  const [sendUpdate] = useSend(projectsContract.update, REFRESH);
  const [sendTest] = useSend(projectsContract.test, REFRESH);
  const prepare = async (values: ProjectValues) => {
    const script = await reading.readScript();
    if (script === undefined) throw refuse('The sheet cannot be read any more. Choose it again.');
    return buildBody(values, { script, start, meant: meant.current });
  };
  const save = async (values: ProjectValues): Promise<SaveReply> => {
    const body = { ...(await prepare(values)), ...(kept.isUnanswered && { draft: 'leave' as const }) };
    const file = reading.inputs.seed ? await takeWhole(reading.inputs.seed) : undefined;
    const { data } = start.project
      ? await sendUpdate({ params: { id: start.project.id }, body, file })
      : await sendSave({ body, file });
    return data;
  };
  const test = async (values: ProjectValues): Promise<SaveReply> => {
    const seed = reading.inputs.seed;
    if (seed !== null && seed === start.project?.seed) {
      // The project has it already; the draft may hold one of another tab.
      return (await sendTest({ body: { ...(await prepare(values)), draft: 'leave' } })).data;
    }
    if (kept.isUnanswered) {
      const seed_id = seed ? await uploader.storeBesideDraft(seed) : undefined;
      return (await sendTest({ body: { ...(await prepare(values)), draft: 'leave', seed_id } })).data;
    }
    // A test brings no file: it takes the draft's, and another tab may have put its own there.
    const failure = seed && (await uploader.send(seed));
    if (failure) throw failure;
    return (await sendTest({ body: await prepare(values) })).data;
  };
  return { save, test };
}

interface Sending {
  script: string;
  start: FormStart;
  meant: Meant;
}

function buildBody(values: ProjectValues, { script, start, meant }: Sending) {
  const { mode, split, projectId, revision, key } = meant;
  // A test that names its project takes the seed from the draft of the edit form; the key finds the project too.
  const isByKey = projectId === undefined || (mode === 'test' && start.project === undefined);
  return {
    ...values,
    script,
    type: start.type,
    ...(isByKey ? { key } : { project_id: projectId }),
    ...(split !== undefined && { split_xml_file: split }),
    ...(revision !== undefined && { revision }),
  };
}
