/** "Vary this paragraph" of the Quality tab: opens "Build a construct" with the paragraph as its first variant. */
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { DialogState } from '#web/kit/dialog-button.tsx';
import type { ConstructProps, ProjectForm } from './form-state.ts';

const ConstructDialog = lazyPart<ConstructProps & DialogState>(
  'construct-dialog',
  async () => (await import('./construct-dialog.tsx')).ConstructDialog,
  () => null,
);

function readParagraph(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('vary' in state)) return undefined;
  return typeof state.vary === 'string' ? state.vary : undefined;
}

export function VariedParagraph({ form }: { form: ProjectForm }) {
  const { state } = useLocation();
  const [text] = useState(() => readParagraph(state));
  const [isOpened, setOpened] = useState(true);
  if (text === undefined) return null;
  return (
    <Suspense>
      <ConstructDialog
        form={form}
        first={{ kind: 'variants', text }}
        onInsert={(written) => form.setField('footer_links', form.values.footer_links + written)}
        isOpened={isOpened}
        onClose={() => setOpened(false)}
      />
    </Suspense>
  );
}
