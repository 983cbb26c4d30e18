/** Button that fixes a problem; the server keeps the change only if the problem is gone. */
import { Button } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { showToast } from '#web/ui/toast.tsx';
import { watchPage } from '#web/ui/watch-page.ts';
import type { FixRequest, ProjectForm } from './form-state.ts';
import { showFormFailure } from './show-form-failure.ts';

interface Props {
  form: Pick<ProjectForm, 'fix'>;
  request: FixRequest;
  /** Names the row for screen readers. */
  label?: string;
  /** Toast after the fix. */
  done?: string;
  children: ReactNode;
}

/** Limit for the next reading of the draft. */
const READING_MS = 10_000;

const ELSEWHERE: Record<FixRequest['kind'], string> = {
  convert: 'Write them in brackets in your editor, then export the page again.',
  seed: 'Change it in your CMS, then export the page again.',
  letters: 'Export the sheet again as “CSV UTF-8”, then choose that file.',
  cell: 'Change the cell in your sheet, then choose the sheet again.',
  'remove-row': 'Remove the row in your sheet, then choose the sheet again.',
};

export function FixButton({ form, request, label, done, children }: Props) {
  const [isFixing, setFixing] = useState(false);
  const fix = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const section = currentTarget.closest<HTMLElement>('section[id]');
    setFixing(true);
    try {
      const isFixed = await form.fix(request);
      if (isFixed) keepFocus(section);
      if (!isFixed)
        showToast({ kind: 'error', text: 'This can’t be fixed here.', detail: ELSEWHERE[request.kind] });
      else if (done !== undefined) showToast({ kind: 'success', text: done });
    } catch (error) {
      showFormFailure('Couldn’t apply the fix.', error);
    }
    setFixing(false);
  };
  return (
    <Button
      size="xs"
      flex="none"
      aria-label={label}
      leftSection={<WandSparkles size={14} />}
      loading={isFixing}
      onClick={fix}
    >
      {children}
    </Button>
  );
}

/** The button disappears with the problem, once the server has read the draft again. */
function keepFocus(section: HTMLElement | null): void {
  const stop = watchPage(() => {
    if (document.activeElement !== document.body) return;
    section?.focus({ preventScroll: true });
    stop();
  }, READING_MS);
}
