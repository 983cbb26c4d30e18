/** Asks before projects go: one by its name, several by typing how many. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { askToDelete, isCountTyped } from './delete-projects.rules.ts';

interface Props {
  /** Titles of what would go; none closes the dialog. */
  titles: readonly string[];
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}

export function DeleteProjects({ titles, isBusy, onYes, onNo }: Props) {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(titles);
  // The words stay while the dialog fades away; each question starts with an empty field.
  if (titles.length > 0 && titles !== shown) {
    setShown(titles);
    setTyped('');
  }
  const count = shown.length;
  return (
    <ConfirmDialog
      isOpened={titles.length > 0}
      message={askToDelete(shown)}
      isDanger
      isBusy={isBusy}
      isYesDisabled={!isCountTyped(typed, count)}
      onYes={onYes}
      onNo={onNo}
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
