/**
 * "Create Project": title, seed page, sheet and footer, read at once by the engine in this browser;
 * saving or testing starts a run on the server.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { dropProjectDraft, readProjectType, storeProjectType } from '#web/client/project-drafts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { NO_VALUES } from './project-form.rules.ts';
import { ProjectFormView } from './project-form-view.tsx';
import { findChosenType, typeOf } from '../shared/project-types.rules.ts';
import { TypeSwitch } from './type-switch.tsx';
import { cancelDraft } from './use-project-draft.ts';
import { type ProjectForm, useProjectForm } from './use-project-form.ts';

const CANCEL = 'Discard what you entered? This cannot be undone.';

const askToSwitch = (name: string) =>
  `Change the project type to ${name}? The seed page, the images and everything else you entered will be cleared.`;

/** Something that is asked before what was entered goes. */
interface Question {
  message: string;
  onYes: () => Promise<void>;
}

export function CreateProjectPage() {
  const [name, setName] = useState(() => findChosenType(readProjectType()).name);
  const change = (chosen: string) => {
    storeProjectType(chosen);
    setName(chosen);
  };
  return (
    <>
      <PageHead title="Create Project" facts="Enter your project information below" />
      <NewProject key={name} name={name} onChange={change} />
    </>
  );
}

interface Props {
  name: string;
  /** Begins the form again, for another platform. */
  onChange: (name: string) => void;
}

function NewProject({ name, onChange }: Props) {
  const [start] = useState({ type: typeOf(name), values: NO_VALUES, changeType: onChange });
  const project = useProjectForm(start);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const isBusy = project.form.isSending || project.sending.done !== undefined || isLeaving;
  const leave = async () => {
    setAsked(undefined);
    setLeaving(true);
    await forget(project);
  };
  const cancel = async () => {
    await leave();
    await cancelDraft();
    await navigate('/projects');
  };
  const switchTo = async (other: string) => {
    await leave();
    onChange(other);
  };
  const carryTo = (other: string) => {
    project.holdChanges('type');
    void switchTo(other);
  };
  const ask = (question: Question, act: () => unknown) => (project.isDirty ? setAsked(question) : act());
  const choose = (other: string) =>
    ask({ message: askToSwitch(other), onYes: () => switchTo(other) }, () => onChange(other));
  return (
    <>
      <TypeSwitch chosen={name} isDisabled={isBusy} onChoose={choose} />
      <DraftBanner project={project} />
      <ProjectFormView
        project={project}
        isLeaving={isLeaving}
        {...(!isBusy && { onSwitch: carryTo })}
        leave={
          <Button
            variant="subtle"
            color="gray"
            disabled={isBusy}
            onClick={() => ask({ message: CANCEL, onYes: cancel }, cancel)}
          >
            Cancel
          </Button>
        }
      />
      <ConfirmDialog
        isOpened={asked !== undefined}
        isDanger
        message={asked?.message ?? ''}
        onYes={() => asked?.onYes()}
        onNo={() => setAsked(undefined)}
      />
    </>
  );
}

/** Nothing that was entered is kept. An earlier draft that was offered and not chosen about is none of this form's. */
async function forget({ sending, kept, draft }: ProjectForm): Promise<void> {
  sending.abandon();
  const { isOpen, isUnanswered, finish } = kept;
  await Promise.all([draft.settle(false), finish()]);
  if (!isOpen) {
    await call(projectsContract.discardDraft, { query: {} }).catch((error: unknown) => console.warn(error));
  }
  dropProjectDraft(undefined, isUnanswered || undefined);
}
