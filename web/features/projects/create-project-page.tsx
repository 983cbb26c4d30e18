/**
 * "Create Project": title, seed page, sheet and footer, read at once by the engine in this browser;
 * saving or testing starts a run on the server.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { dropProjectDraft, readProjectType, storeProjectType } from '#web/client/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { DraftBanner } from './draft-banner.tsx';
import classes from './project-form.module.css';
import { NO_VALUES } from './project-form.rules.ts';
import { ProjectFormView } from './project-form-view.tsx';
import { findChosenType } from './project-types.rules.ts';
import { cancelDraft } from './use-project-draft.ts';
import { useProjectForm } from './use-project-form.ts';

const CANCEL = 'Discard what you entered? This cannot be undone.';

export function CreateProjectPage() {
  const [type] = useState(() => findChosenType(readProjectType()).name);
  const [start] = useState({ type: type.toLowerCase(), values: NO_VALUES });
  const project = useProjectForm(start);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const cancel = async () => {
    setAsked(false);
    setLeaving(true);
    project.sending.abandon();
    const { isOpen, isUnanswered, finish } = project.kept;
    await Promise.all([project.draft.settle(false), finish()]);
    // An earlier draft that was offered and not chosen about is none of this form's.
    if (!isOpen) {
      await call(projectsContract.discardDraft, { query: {} }).catch((error: unknown) => console.warn(error));
    }
    dropProjectDraft(undefined, isUnanswered || undefined);
    await cancelDraft();
    await navigate('/projects');
  };
  return (
    <>
      <PageHead title="Create Project" facts="Enter your project information below" />
      <TypeSwitch chosen={type} />
      <DraftBanner project={project} />
      <ProjectFormView
        project={project}
        isLeaving={isLeaving}
        leave={
          <Button
            variant="subtle"
            color="gray"
            disabled={project.form.isSending || project.sending.done !== undefined || isLeaving}
            onClick={() => (project.isDirty ? setAsked(true) : cancel())}
          >
            Cancel
          </Button>
        }
      />
      <ConfirmDialog
        isOpened={isAsked}
        isDanger
        message={CANCEL}
        onYes={cancel}
        onNo={() => setAsked(false)}
      />
    </>
  );
}

/** One type can be made now. */
function TypeSwitch({ chosen }: { chosen: string }) {
  return (
    <fieldset aria-label="Project type" className={classes.types}>
      <label className={classes.type}>
        <input
          type="radio"
          name="type"
          className={classes.radio}
          checked
          onChange={() => storeProjectType(chosen)}
        />
        <PlatformIcon type={chosen} size={18} isNamed />
        {chosen}
      </label>
    </fieldset>
  );
}
