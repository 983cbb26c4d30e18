/** "Build a construct", for placeholders and for the footer link template. */
import { createDialogButton } from '#web/kit/dialog-button.tsx';
import type { ConstructProps } from './form-state.ts';

/** Opens the dialog. */
export const ConstructButton = createDialogButton<ConstructProps>(
  'construct-dialog',
  async () => (await import('./construct-dialog.tsx')).ConstructDialog,
  { size: 'xs', flex: 'none', children: 'Build a construct' },
);
