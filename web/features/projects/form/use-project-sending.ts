/**
 * Save and Test, from the click to the redirect. Files are already in the draft; typed values are sent again.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { Draft } from '#contract/draft-shapes.ts';
import { projectType, type SaveReply } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { useRefresh } from '#web/client/use-call.ts';
import type { Form } from '#web/kit/use-form.ts';
import { type NextPage, useDelayedRedirect } from '#web/kit/use-delayed-redirect.ts';
import { messages } from '../shared/messages.ts';
import { type ProjectValues, type Readiness, type WaitReason, waitReason } from './project-form.rules.ts';

const AFTER_SAVE_MS = 4000;
const AFTER_TEST_MS = 2000;

export type Mode = 'save' | 'test';

/** 2 splits, 0 doesn't. */
type Split = 0 | 2;

interface Done extends NextPage {
  text: string;
}

export interface ProjectSending {
  /** Mode of the last press. */
  mode: Mode;
  /** True while a press waits or is sent. */
  isBusy: boolean;
  /** Reason why nothing can be sent. */
  wait: WaitReason | undefined;
  /** True once the server has accepted it; the redirect follows. */
  done?: Done;
  /** True while the split question is open, until the server accepts the answer. */
  isAsked: boolean;
  press: (mode: Mode) => void;
  /** Sends the last press; called by the form once its fields are valid. */
  send: (values: ProjectValues) => Promise<void>;
  answerSplit: (split: Split) => void;
  /** Closes the split question without an answer. */
  leaveSplit: () => void;
  finish: (done: Done) => void;
  /** Delays the redirect while the user reads the message. */
  hold: (isHeld: boolean) => void;
}

interface Options {
  draft: Draft;
  columns: ColumnChoices;
  form: Pick<Form<ProjectValues>, 'isSending' | 'submit'>;
  /** Resolves once the draft has everything that the form has. */
  settle: () => Promise<void>;
  readiness: Omit<Readiness, 'isSending'>;
  /** @param isSaved true if the save ended the draft */
  onDone: (isSaved: boolean) => void;
}

export function useProjectSending({
  draft,
  columns,
  form,
  settle,
  readiness,
  onDone,
}: Options): ProjectSending {
  const { project_id: edited, revision } = draft;
  const isEdit = edited !== null;
  const [mode, setMode] = useState<Mode>('save');
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<Done>();
  const [saved, setSaved] = useState<Order['saved']>(
    isEdit ? { id: edited, revision: revision ?? undefined } : undefined,
  );
  // A ref, because the rendered state may be that of the previous click.
  const pressed = useRef<Pick<Order, 'mode' | 'split'>>({ mode, split: undefined });
  const refresh = useRefresh();
  const hold = useDelayedRedirect(done);
  const wait = waitReason({ ...readiness, isSending: form.isSending || done !== undefined });
  const begin = async (next: Mode, split?: Split) => {
    if (done !== undefined) return;
    pressed.current = { mode: next, split };
    setMode(next);
    await form.submit();
  };
  const { waiting, press } = useWaitingPress(wait, begin);
  const finish = (end: Done, isSaved = true) => {
    onDone(isSaved);
    setDone(end);
  };
  const sendPressed = async (values: ProjectValues): Promise<void> => {
    const order = { ...pressed.current, values, columns, saved };
    await settle();
    const reply = await sendProject(order, draft);
    refresh('projects', 'notifications', 'account');
    if (order.mode === 'test') {
      const to = `/projects/${saved?.id ?? reply.project_id}`;
      return finish({ text: messages.tested, to, afterMs: AFTER_TEST_MS }, false);
    }
    setSaved({ id: reply.project_id, revision: reply.revision });
    if (reply.question_is_split_file) return setAsked(true);
    const text = isEdit ? messages.updated : messages.added;
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
  };
}

/**
 * A press during an inspection or upload waits for its end, and counts if there are no errors. A press can
 * itself start an inspection by blurring a field; disabling the button would then swallow the click.
 */
function useWaitingPress(wait: WaitReason | undefined, act: (mode: Mode) => Promise<void>) {
  const [waiting, setWaiting] = useState<Mode>();
  const [due, setDue] = useState<{ mode: Mode }>();
  const isBusy = wait?.kind === 'busy' && !wait.isDisabling;
  if (waiting !== undefined && !isBusy) {
    setWaiting(undefined);
    if (wait === undefined || (waiting === 'test' && wait.isOfSave)) setDue({ mode: waiting });
  }
  const actOn = useEffectEvent(act);
  useEffect(() => {
    if (due) void actOn(due.mode);
  }, [due]);
  return { waiting, press: (mode: Mode) => (isBusy ? setWaiting(mode) : void act(mode)) };
}

interface Order {
  mode: Mode;
  /** Answer to the split question. */
  split: Split | undefined;
  values: ProjectValues;
  columns: ColumnChoices;
  /** The project that this form creates or edits, as last saved. */
  saved: { id: number; revision: number | undefined } | undefined;
}

/** @throws ApiError */
async function sendProject({ mode, split, values, columns, saved }: Order, draft: Draft): Promise<SaveReply> {
  const { id, type, project_id: edited } = draft;
  const body = {
    ...values,
    type: projectType.parse(type),
    draft_id: id,
    columns: JSON.stringify(columns),
    // A project that a test has created is found by its draft.
    ...(saved && { project_id: saved.id, revision: saved.revision }),
    ...(split !== undefined && { split_xml_file: split }),
  };
  if (mode === 'test') return call(projectsContract.test, { body });
  return edited === null
    ? call(projectsContract.save, { body })
    : call(projectsContract.update, { params: { id: edited }, body });
}
