/** What was begun and not saved: one click brings it back with its seed page and data, one throws it away. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from '#web/ui/format-moment.ts';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { KeptDraft } from './kept-draft.rules.ts';
import { partNames } from './messages.ts';
import classes from './project-form.module.css';
import type { ProjectForm } from './use-project-form.ts';

export function DraftBanner({ project }: { project: ProjectForm }) {
  const { offered, restore, discard } = project.kept;
  const [busy, setBusy] = useState<'restore' | 'discard'>();
  const now = useNow();
  useFocusAfter(offered !== undefined);
  if (!offered) return null;
  const act = async (what: 'restore' | 'discard') => {
    setBusy(what);
    try {
      await (what === 'restore' ? restore() : discard());
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'An error occurred';
      const text = `The draft could not be ${what === 'restore' ? 'restored' : 'thrown away'}.`;
      showToast({ kind: 'error', text, detail });
    }
    setBusy(undefined);
  };
  return (
    <div className={classes.banner} role="status">
      <p>
        {tellBegun(project)}, {formatMoment(offered.savedAt, now)}.
        {offered.isOutdated && tellOutdated(offered)}
        {project.isDirty && ' Restoring it replaces what you have entered since.'}
      </p>
      <Button disabled={busy !== undefined} onClick={() => act('discard')}>
        Discard draft
      </Button>
      <Button loading={busy === 'restore'} disabled={busy === 'discard'} onClick={() => act('restore')}>
        Restore draft
      </Button>
    </div>
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
  const parts = changes.map((part) => partNames[part]).join(', ');
  return ` The project was saved again since then; restoring replaces in this form what that saved: ${parts}.`;
}

function tellBegun({ start, kept }: ProjectForm): string {
  if (start.project) return 'Changes to this project were typed and not saved';
  const title = kept.offered?.values.title ?? '';
  return `${title === '' ? 'A project' : `“${title}”`} was begun and not saved`;
}
