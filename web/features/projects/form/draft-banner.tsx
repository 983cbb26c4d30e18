/**
 * What was started but not saved: one click brings it back with its seed page and data, one discards it,
 * which can be taken back for a while.
 */
import { Box, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatError } from '#web/client/format-error.ts';
import { formatMoment } from '#web/ui/format-moment.ts';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { KeptDraft } from './kept-draft.rules.ts';
import { partNames } from '../shared/messages.ts';
import type { CameBack } from './use-kept-draft.ts';
import type { ProjectForm } from './use-project-form.ts';
import { FormBanner } from './form-banner.tsx';

export function DraftBanner({ project }: { project: ProjectForm }) {
  const { offered, cameBack, restore, discard } = project.kept;
  const [isBusy, setBusy] = useState(false);
  const now = useNow();
  useFocusAfter(offered !== undefined);
  if (!offered) return cameBack?.isAlone ? <Returned cameBack={cameBack} /> : null;
  const bringBack = async () => {
    setBusy(true);
    try {
      await restore();
    } catch (error) {
      showToast({ kind: 'error', text: 'The draft could not be restored.', detail: formatError(error) });
    }
    setBusy(false);
  };
  return (
    <FormBanner>
      <Box component="p" flex="1 1 260px">
        {tellBegun(project)}, {formatMoment(offered.savedAt, now)}.
        {offered.isOutdated && tellOutdated(offered)}
        {offered.stored?.unreadable && ` ${offered.stored.unreadable}`}
        {cameBack && ` What you typed later ${tellReturned(cameBack)}`}
        {project.isDirty && ' Restoring it replaces what you have entered since.'}
      </Box>
      <Button disabled={isBusy} onClick={discard}>
        Discard draft
      </Button>
      <Button miw={124} disabled={isBusy} data-busy={isBusy || undefined} onClick={bringBack}>
        {isBusy ? 'Restoring...' : 'Restore draft'}
      </Button>
    </FormBanner>
  );
}

function Returned({ cameBack }: { cameBack: CameBack }) {
  return (
    <FormBanner>
      <p>What you typed earlier {tellReturned(cameBack)}</p>
    </FormBanner>
  );
}

/** With the choice its buttons go, and the focus with them: the form begins at its title. */
function useFocusAfter(isOffered: boolean): void {
  const wasOffered = useRef(false);
  useEffect(() => {
    const isChosen = wasOffered.current && !isOffered;
    wasOffered.current = isOffered;
    if (isChosen && document.activeElement === document.body) {
      document.getElementById('field-title')?.focus({ preventScroll: true });
    }
  }, [isOffered]);
}

/** The save that came since is not taken back without a word. */
function tellOutdated({ changes }: KeptDraft): string {
  return ` The project was saved again since then. Restoring replaces these saved values in the form: ${listParts(changes)}.`;
}

function tellReturned({ covered }: CameBack): string {
  const over = covered.length > 0 ? `. It replaces what was saved since then: ${listParts(covered)}` : '';
  return `is back in the form${over}.`;
}

const listParts = (parts: readonly (keyof typeof partNames)[]): string =>
  parts.map((part) => partNames[part]).join(', ');

function tellBegun({ start, kept }: ProjectForm): string {
  if (start.project) return 'You have unsaved changes to this project';
  const title = kept.offered?.values.title ?? '';
  return `${title === '' ? 'A project' : `“${title}”`} was started but not saved`;
}
