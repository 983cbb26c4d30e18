/**
 * "Create Project": title, seed page, sheet and footer in a draft that the server inspects; saving or testing
 * starts a run.
 */
import { Box, Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DRAFT_PARTS } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { call } from '#web/client/call.ts';
import { readProjectType, storeProjectType } from '#web/client/project-drafts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { findChosenType, formatType, listSwitchTypes, toProjectType } from '../shared/project-types.rules.ts';
import { DraftBanner } from './draft-banner.tsx';
import { OpeningState } from './opening-state.tsx';
import { ProjectFormView } from './project-form-view.tsx';
import { showFormFailure } from './show-form-failure.ts';
import { cancelDrafts } from './use-leaving.ts';
import { type DraftOpening, type OpenedDraft, useOpenedDraft } from './use-opened-draft.ts';
import { useProjectForm } from './use-project-form.ts';
import classes from './project-form.module.css';

const CANCEL = 'Discard what you entered? This cannot be undone.';

const askToSwitch = (name: string) =>
  `Change the project type to ${name}? The seed page, the images and everything else you entered will be cleared.`;

/** Confirmation before entries are cleared. */
interface Question {
  message: string;
  onYes: () => Promise<void>;
}

export function CreateProjectPage() {
  const [type] = useState(() => toProjectType(findChosenType(readProjectType()).name));
  const opening = useOpenedDraft({ type });
  const { opened } = opening;
  return (
    <>
      <PageHead title="Create Project" facts="Enter your project information below" />
      {opened ? (
        <NewProject key={opened.draft.id} opened={opened} opening={opening} />
      ) : (
        <OpeningState opening={opening} failure="Couldn’t open the form." />
      )}
    </>
  );
}

function NewProject({ opened, opening }: { opened: OpenedDraft; opening: DraftOpening }) {
  const form = useProjectForm(opened);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const isBusy = form.form.isSending || form.sending.done !== undefined || isLeaving;
  const name = formatType(opened.draft.type);
  const leave = async (act: () => Promise<unknown>) => {
    setAsked(undefined);
    setLeaving(true);
    try {
      await act();
    } catch (error) {
      setLeaving(false);
      showFormFailure('Couldn’t clear the form.', error);
    }
  };
  const cancel = () =>
    leave(async () => {
      await form.settle();
      await call(draftsContract.discard, { params: { id: opened.draft.id } });
      await cancelDrafts();
      await navigate('/projects');
    });
  const switchTo = (other: string) =>
    leave(async () => {
      storeProjectType(other);
      await opening.begin(toProjectType(other));
    });
  /** Switches to the file's platform and keeps all entries. */
  const switchType = (other: string) =>
    leave(async () => {
      await form.settle();
      storeProjectType(other);
      const { values } = form;
      const from = { draft_id: opened.draft.id, parts: [...DRAFT_PARTS] };
      await opening.begin(toProjectType(other), from, () => ({
        values,
        columns: form.listChanges().columns ?? opened.draft.fields.columns,
        note: 'The project type was changed. What you entered is still in the form.',
      }));
    });
  const ask = (question: Question, act: () => unknown) => (form.isDirty ? setAsked(question) : act());
  const choose = (other: string) =>
    ask({ message: askToSwitch(other), onYes: () => switchTo(other) }, () => switchTo(other));
  return (
    <>
      <TypeSwitch chosen={name} isDisabled={isBusy} onChoose={choose} />
      <DraftBanner opening={opening} form={form} />
      <ProjectFormView
        form={form}
        opened={opened}
        isLeaving={isLeaving}
        {...(!isBusy && { onSwitch: (other: string) => void switchType(other) })}
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

interface Props {
  chosen: string;
  isDisabled: boolean;
  onChoose: (name: string) => void;
}

/** Platforms that a new project can switch to; the current one is highlighted. */
function TypeSwitch({ chosen, isDisabled, onChoose }: Props) {
  return (
    <Flex
      component="fieldset"
      aria-label="Project type"
      wrap="wrap"
      gap={8}
      m="0 0 20px"
      p={0}
      style={{ border: '0' }}
      disabled={isDisabled}
    >
      {listSwitchTypes(chosen).map(({ name, label }) => (
        <label key={name} className={classes.type}>
          <Box
            component="input"
            type="radio"
            name="type"
            pos="absolute"
            opacity={0}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <PlatformIcon type={name} size={18} isNamed />
          {label}
        </label>
      ))}
    </Flex>
  );
}
