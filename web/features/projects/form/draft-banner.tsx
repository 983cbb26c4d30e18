/** Offers an earlier unsaved draft: restores it, or deletes it after confirmation. */
import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatTimestamp } from '#web/ui/format-timestamp.ts';
import { useNow } from '#web/ui/use-now.ts';
import { FormBanner } from './form-banner.tsx';
import { showFormFailure } from './show-form-failure.ts';
import type { DraftOpening } from './use-opened-draft.ts';
import type { WholeForm } from './use-project-form.ts';

const FAILED = {
  restore: 'Couldn’t restore the draft.',
  discard: 'Couldn’t discard the draft.',
} as const;

interface Props {
  opening: DraftOpening;
  form: Pick<WholeForm, 'projectId' | 'isDirty' | 'sending'>;
}

export function DraftBanner({ opening, form }: Props) {
  const { offered, restore, discard } = opening;
  const [busy, setBusy] = useState<'restore' | 'discard'>();
  const [isAsked, setAsked] = useState(false);
  const now = useNow();
  if (!offered || form.sending.done) return null;
  const act = async (kind: 'restore' | 'discard') => {
    setBusy(kind);
    try {
      await (kind === 'restore' ? restore() : discard());
    } catch (error) {
      showFormFailure(FAILED[kind], error);
    }
    setBusy(undefined);
    setAsked(false);
  };
  return (
    <FormBanner>
      <Box component="p" flex="1 1 260px">
        {describeOffer(form.projectId, offered.title)}, {formatTimestamp(offered.updated_at, now)}.
        {form.isDirty && ' Restoring it replaces what you have entered since.'}
      </Box>
      <Button disabled={busy !== undefined} onClick={() => setAsked(true)}>
        Discard
      </Button>
      <Button
        miw={124}
        disabled={busy !== undefined}
        data-busy={busy === 'restore' || undefined}
        onClick={() => void act('restore')}
      >
        {busy === 'restore' ? 'Restoring...' : 'Restore draft'}
      </Button>
      <ConfirmDialog
        isOpened={isAsked}
        isDanger
        isBusy={busy === 'discard'}
        message="Discard this draft? This cannot be undone."
        onYes={() => void act('discard')}
        onNo={() => setAsked(false)}
      />
    </FormBanner>
  );
}

function describeOffer(projectId: number | undefined, title: string): string {
  if (projectId !== undefined) return 'You have unsaved changes to this project';
  return `${title === '' ? 'A project' : `“${title}”`} was started but not saved`;
}
