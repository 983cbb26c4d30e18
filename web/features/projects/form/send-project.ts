/**
 * Save and Test, from the press of a button to the page that follows, in the order in which it happens.
 * The hook only holds what is known between the steps; `sendProject` is what is sent.
 */
import { useEffect, useEffectEvent, useState, useRef } from 'react';
import type { SaveReply } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call, send } from '#web/client/call.ts';
import { useRefresh } from '#web/client/use-call.ts';
import type { Form } from '#web/kit/use-form.ts';
import { type NextPage, useGoOn } from '#web/kit/use-go-on.ts';
import { nameScript } from './as-manual.ts';
import { refuse, takeWhole } from './broken-file.ts';
import { createKey } from './create-key.ts';
import { type FormStart, formOf } from './form-start.ts';
import { messages } from '../shared/messages.ts';
import { type ProjectValues, type Readiness, type WaitReason, waitReason } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';
import type { ImageUploader } from './use-image-uploads.ts';
import type { KeptDraftChoice } from './use-kept-draft.ts';
import type { DraftKeeping } from './use-project-draft.ts';
import type { SeedUploader } from './use-seed-upload.ts';

const AFTER_SAVE_MS = 4000;
const AFTER_TEST_MS = 2000;

type Mode = 'save' | 'test';

/** 2 splits, 0 does not. */
type Split = 0 | 2;

interface Done extends NextPage {
  text: string;
}

export interface ProjectSending {
  /** Of the last press. */
  mode: Mode;
  /** The press is waited for or on its way. */
  isBusy: boolean;
  /** Why nothing is sent now. */
  wait: WaitReason | undefined;
  /** It was taken; the page goes on in a moment. */
  done?: Done;
  /** The split question is open; it stays until its answer was taken. */
  isAsked: boolean;
  press: (mode: Mode) => void;
  /** For the form, which has found no mistake: sends what was pressed. */
  send: (values: ProjectValues) => Promise<void>;
  answerSplit: (split: Split) => void;
  /** Back to the form without an answer: nothing is sent, nothing is lost. */
  leaveSplit: () => void;
  finish: (done: Done) => void;
  /** The way on waits while somebody reads the message. */
  hold: (isHeld: boolean) => void;
  /** Nothing that was entered is wanted any more. */
  abandon: () => void;
}

/** What is sent, and the drafts that it meets. */
interface Parts {
  start: FormStart;
  reading: Pick<FormReading, 'inputs' | 'manual' | 'readScript'>;
  uploader: Pick<SeedUploader, 'send'>;
  images: Pick<ImageUploader, 'stored' | 'idsBeside'>;
  draft: Pick<DraftKeeping, 'settle'>;
  kept: Pick<KeptDraftChoice, 'isUnanswered' | 'finish'>;
}

interface Options extends Parts {
  form: Pick<Form<ProjectValues>, 'isSending' | 'submit'>;
  readiness: Omit<Readiness, 'isSending'>;
  /** @param isDraftOver what was entered is stored, or not wanted any more */
  onDone: (isDraftOver: boolean) => void;
}

export function useProjectSending({ form, readiness, onDone, ...parts }: Options): ProjectSending {
  const { start } = parts;
  const [mode, setMode] = useState<Mode>('save');
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<Done>();
  const [saved, setSaved] = useState<Order['saved']>(start.project);
  const [key] = useState(createKey);
  // Read by the sending of this click, when the rendered state is still that of the one before.
  const pressed = useRef<Pick<Order, 'mode' | 'split'>>({ mode, split: undefined });
  const refresh = useRefresh();
  const hold = useGoOn(done);
  const wait = waitReason({ ...readiness, isSending: form.isSending || done !== undefined });

  const begin = async (next: Mode, split?: Split) => {
    if (done !== undefined) return;
    pressed.current = { mode: next, split };
    setMode(next);
    await form.submit();
  };
  const { waiting, press } = useWaitingPress(wait, begin);
  const finish = (end: Done, isDraftOver = true) => {
    onDone(isDraftOver);
    setDone(end);
  };
  const sendPressed = async (values: ProjectValues): Promise<void> => {
    const order = { ...pressed.current, values, saved, key };
    const reply = await sendProject(order, parts);
    refresh('projects', 'notifications', 'account');
    if (order.mode === 'test') {
      const to = `/projects/${saved?.id ?? reply.project_id}`;
      return finish({ text: messages.tested, to, afterMs: AFTER_TEST_MS }, start.project === undefined);
    }
    setSaved({ id: reply.project_id, revision: reply.revision });
    if (reply.question_is_split_file) return setAsked(true);
    const text = start.project ? messages.updated : messages.added;
    finish({ text, to: `/projects/${reply.project_id}`, afterMs: AFTER_SAVE_MS });
  };
  return {
    mode: waiting ?? mode,
    isBusy: form.isSending || waiting !== undefined,
    wait,
    ...(done && { done }),
    isAsked,
    press,
    send: sendPressed,
    answerSplit: (split) => void begin('save', split).finally(() => setAsked(false)),
    leaveSplit: () => setAsked(false),
    finish,
    hold,
    abandon: () => onDone(true),
  };
}

/**
 * A press while something is read or uploaded waits for the end, and counts if nothing is wrong: where a pause in the
 * typing ends under a press, it would be lost on a disabled button.
 */
function useWaitingPress(wait: WaitReason | undefined, act: (mode: Mode) => Promise<void>) {
  const [waiting, setWaiting] = useState<Mode>();
  const [due, setDue] = useState<{ mode: Mode }>();
  const isBusy = wait?.kind === 'busy' && !wait.isDisabling;
  if (waiting !== undefined && !isBusy) {
    setWaiting(undefined);
    if (wait === undefined) setDue({ mode: waiting });
  }
  const actOn = useEffectEvent(act);
  useEffect(() => {
    if (due) void actOn(due.mode);
  }, [due]);
  return { waiting, press: (mode: Mode) => (isBusy ? setWaiting(mode) : void act(mode)) };
}

interface Order {
  mode: Mode;
  /** The answer to the split question. */
  split: Split | undefined;
  values: ProjectValues;
  /** The project that this form has made or edits, as it was saved last. */
  saved: { id: number; revision: number } | undefined;
  /** Of a new project: the same save sent again, after its answer was lost, makes no second one. */
  key: string;
}

/** @throws ApiError, or why a file of the form cannot be sent */
async function sendProject({ mode, split, values, saved, key }: Order, parts: Parts): Promise<SaveReply> {
  const { start, reading, uploader, images, draft, kept } = parts;
  const { isUnanswered } = kept;
  const isTest = mode === 'test';
  const isNew = start.project === undefined;

  // A test stores nothing of an edit: its draft is all that is left of what was entered.
  // Both begin at once: what waits for the pause is canceled as soon as the form is being sent.
  await Promise.all([draft.settle(isTest && !isNew), kept.finish()]);

  const script = await reading.readScript();
  if (script === undefined) throw refuse('The sheet can no longer be read. Choose it again.');

  // A test brings no file: it takes the seed of the project, of its draft, or one stored next to the draft.
  const { seed } = reading.inputs;
  const isOfProject = seed !== null && seed === start.project?.seed;
  const isSeedMissing = isTest && seed !== null && !isOfProject;
  const seedId = isSeedMissing && isUnanswered ? await storeBesideDraft(seed, start) : undefined;
  if (isSeedMissing && !isUnanswered) {
    const failure = await uploader.send(seed);
    if (failure) throw failure;
  }

  // The project has this seed already; the draft may hold one of another tab.
  const isLeaving = isUnanswered || (isTest && isOfProject);
  const imageIds = isLeaving ? listAdded(images, start) : images.idsBeside;
  const body = {
    ...values,
    script,
    script_name: nameScript(reading.manual),
    type: start.type,
    // A test that names its project takes the seed from the draft of the edit form; the key finds it too.
    ...(saved && !(isTest && isNew) ? { project_id: saved.id } : { key }),
    ...(saved && { revision: saved.revision }),
    ...(split !== undefined && { split_xml_file: split }),
    ...(isLeaving && { draft: 'leave' as const }),
    ...(imageIds !== '' && { image_ids: imageIds }),
  };
  if (isTest) return call(projectsContract.test, { body: { ...body, seed_id: seedId } });
  const file = seed ? await takeWhole(seed) : undefined;
  return start.project
    ? call(projectsContract.update, { params: { id: start.project.id }, body, file })
    : call(projectsContract.save, { body, file });
}

/** A draft that is left alone gives no images: those that the project does not have are named. */
function listAdded({ stored }: Pick<ImageUploader, 'stored'>, { project }: FormStart): string {
  const saved = new Set(project?.images?.map(({ id }) => id));
  return stored.flatMap(({ id }) => (saved.has(id) ? [] : [id])).join(',');
}

/** While an earlier draft is unanswered, what is sent leaves it alone. @returns the id of the stored file */
async function storeBesideDraft(seed: File, start: FormStart): Promise<string> {
  const body = { type: start.type, ...formOf(start), draft: 'leave' as const };
  const { data } = await send(projectsContract.upload, { body, file: await takeWhole(seed) });
  if (!('id' in data)) throw refuse('The server did not store the seed page. Try again.');
  return data.id;
}
