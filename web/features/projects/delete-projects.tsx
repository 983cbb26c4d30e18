/** Asks before projects go: one by its name, several by typing how many. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { askToDelete, isCountTyped } from './delete-projects.rules.ts';

interface Props {
  /** What would go; none closes the dialog. */
  doomed: readonly { title: string }[];
  isBusy: boolean;
  confirm: () => void;
  cancel: () => void;
}

export function DeleteProjects({ doomed, isBusy, confirm, cancel }: Props) {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(doomed);
  const isOpened = doomed.length > 0;
  const [wasOpened, setWasOpened] = useState(isOpened);
  if (isOpened !== wasOpened) {
    setWasOpened(isOpened);
    // The words stay while the dialog fades away; each question starts with an empty field.
    if (isOpened) {
      setShown(doomed);
      setTyped('');
    }
  }
  const count = shown.length;
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={askToDelete(shown.map(({ title }) => title))}
      isDanger
      isBusy={isBusy}
      isYesDisabled={!isCountTyped(typed, count)}
      onYes={confirm}
      onNo={cancel}
    >
      {count > 1 && (
        <TextInput
          label={`Type ${count} to delete them`}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
