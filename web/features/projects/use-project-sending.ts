/** Save, test and the split question: one sending at a time, and where the person goes afterwards. */
import { useRef, useState } from 'react';
import { useRefresh } from '#web/client/use-call.ts';
import { type NextPage, useGoOn } from '#web/kit/use-go-on.ts';
import { createKey } from './create-key.ts';
import { messages } from './messages.ts';
import type { ProjectValues } from './project-form.rules.ts';
import { type Sending, sendProject, type Split } from './send-project.ts';

const AFTER_SAVE_MS = 4000;
const AFTER_TEST_MS = 2000;

interface Done extends NextPage {
  text: string;
}

export interface ProjectSending {
  mode: Sending['mode'];
  /** It was taken; the page goes on in a moment. */
  done?: Done;
  /** The split question is open; it stays until its answer was taken. */
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

interface Options extends Pick<Sending, 'start' | 'reading' | 'uploader' | 'kept' | 'settle'> {
  submit: () => Promise<boolean>;
  /** @param isDraftOver what was entered is stored, or not wanted any more */
  onDone: (isDraftOver: boolean) => void;
}

export function useProjectSending({ submit, onDone, ...parts }: Options): ProjectSending {
  const { start } = parts;
  const [mode, setMode] = useState<Sending['mode']>('save');
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<Done>();
  const [key] = useState(createKey);
  const refresh = useRefresh();
  const hold = useGoOn(done);
  // Read while a sending is under way, when the rendered state is that of the click before.
  const meant = useRef<Pick<Sending, 'mode' | 'split'>>({ mode, split: undefined });
  const saved = useRef<Sending['saved']>(start.project);
  const begin = (next: Sending['mode'], split?: Split): Promise<unknown> => {
    if (done !== undefined) return Promise.resolve();
    meant.current = { mode: next, split };
    setMode(next);
    return submit();
  };
  const finish = (end: Done, isDraftOver = true) => {
    onDone(isDraftOver);
    setDone(end);
  };
  const send = async (values: ProjectValues): Promise<void> => {
    const sending = { ...parts, ...meant.current, values, key, saved: saved.current };
    const reply = await sendProject(sending);
    refresh('projects', 'notifications', 'account');
    if (sending.mode === 'test') {
      const to = `/projects/${sending.saved?.id ?? reply.project_id}`;
      return finish({ text: messages.tested, to, afterMs: AFTER_TEST_MS }, start.project === undefined);
    }
    saved.current = { id: reply.project_id, revision: reply.revision };
    if (reply.question_is_split_file) return setAsked(true);
    const text = start.project ? messages.updated : messages.added;
    finish({ text, to: `/projects/${reply.project_id}`, afterMs: AFTER_SAVE_MS });
  };
  return {
    mode,
    done,
    isAsked,
    send,
    save: () => void begin('save'),
    test: () => void begin('test'),
    answerSplit: (split) => void begin('save', split).finally(() => setAsked(false)),
    leaveSplit: () => setAsked(false),
    finish,
    hold,
    abandon: () => onDone(true),
  };
}
