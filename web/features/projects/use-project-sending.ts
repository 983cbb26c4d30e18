/** Save, test and the split question: one sending at a time, and where the person goes afterwards. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SaveReply } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useSend } from '#web/client/use-call.ts';
import type { FormStart } from './form-start.ts';
import { messages } from './messages.ts';
import type { ProjectValues } from './project-form.rules.ts';
import type { CreateProject } from './use-create-project.ts';
import type { SeedUploader } from './use-seed-upload.ts';

const AFTER_SAVE_MS = 4000;
const AFTER_TEST_MS = 2000;
const REFRESH = { refresh: ['projects', 'notifications', 'account'] };

/** 2 splits, 0 does not. */
type Split = 0 | 2;

interface Done {
  text: string;
  to: string;
  afterMs: number;
}

export interface ProjectSending {
  mode: 'save' | 'test';
  /** It was taken; the page goes on in a moment. */
  done?: Done;
  isAsked: boolean;
  /** For the form: sends what is meant. */
  send: (values: ProjectValues) => Promise<void>;
  save: () => void;
  test: () => void;
  answerSplit: (split: Split) => void;
  finish: (done: Done) => void;
  /** Nothing that was entered is wanted any more. */
  abandon: () => void;
}

interface Options {
  start: FormStart;
  reading: CreateProject;
  uploader: SeedUploader;
  settle: () => Promise<void>;
  submit: () => Promise<boolean>;
  onDone: () => void;
}

/** What the click that is under way asks for. */
interface Meant {
  mode: ProjectSending['mode'];
  split?: Split;
  projectId?: number;
}

export function useProjectSending(options: Options): ProjectSending {
  const { start, reading, uploader, settle, submit, onDone } = options;
  const [sendSave] = useSend(projectsContract.save, REFRESH);
  const [sendUpdate] = useSend(projectsContract.update, REFRESH);
  const [sendTest] = useSend(projectsContract.test, REFRESH);
  const [mode, setMode] = useState<ProjectSending['mode']>('save');
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<Done>();
  // Read while a sending is under way, when the rendered state is that of the click before.
  const meant = useRef<Meant>({ mode: 'save' });
  const finish = (end: Done) => {
    onDone();
    setDone(end);
  };
  useGoOn(done);

  const prepare = (values: ProjectValues) => buildBody(values, { start, reading, meant: meant.current });
  const save = async (values: ProjectValues): Promise<void> => {
    const body = await prepare(values);
    const file = reading.inputs.seed ?? undefined;
    const reply: SaveReply = start.project
      ? (await sendUpdate({ params: { id: start.project.id }, body, file })).data
      : (await sendSave({ body, file })).data;
    meant.current.projectId = reply.project_id;
    if (reply.question_is_split_file) return setAsked(true);
    const text = start.project ? messages.updated : messages.added;
    finish({ text, to: `/projects/${reply.project_id}`, afterMs: AFTER_SAVE_MS });
  };
  const test = async (values: ProjectValues): Promise<void> => {
    const seed = reading.inputs.seed;
    // A test brings no file: it takes the draft's, which must be the seed that is shown.
    if (seed && uploader.upload.kind !== 'done') await uploader.send(seed);
    const { data } = await sendTest({ body: await prepare(values) });
    const id = meant.current.projectId ?? data.project_id;
    finish({ text: messages.tested, to: `/projects/${id}`, afterMs: AFTER_TEST_MS });
  };
  const begin = (change: Pick<Meant, 'mode' | 'split'>) => {
    if (done !== undefined) return;
    meant.current = { ...meant.current, split: undefined, ...change };
    setMode(change.mode);
    void submit();
  };
  return {
    mode,
    done,
    isAsked,
    send: async (values) => {
      await settle();
      await (meant.current.mode === 'test' ? test(values) : save(values));
    },
    save: () => begin({ mode: 'save' }),
    test: () => begin({ mode: 'test' }),
    answerSplit: (split) => {
      setAsked(false);
      begin({ mode: 'save', split });
    },
    finish,
    abandon: onDone,
  };
}

async function buildBody(
  values: ProjectValues,
  { start, reading, meant }: Pick<Options, 'start' | 'reading'> & { meant: Meant },
) {
  const script = await reading.readScript();
  if (script === undefined) throw new Error('The sheet cannot be read any more. Choose it again.');
  const { split, projectId = start.project?.id } = meant;
  // After the question the project has a newer revision, made by this very form.
  const revision = split === undefined ? start.project?.revision : undefined;
  return {
    ...values,
    script,
    type: start.type,
    ...(projectId !== undefined && { project_id: projectId }),
    ...(split !== undefined && { split_xml_file: split }),
    ...(revision !== undefined && { revision }),
  };
}

/** The message stands for as long as the specification says; then the next page. */
function useGoOn(done: Done | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(done.to), done.afterMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
