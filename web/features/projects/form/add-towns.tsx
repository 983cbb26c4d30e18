/** "Add towns" in the sheet's section. */
import { MapPinPlus } from 'lucide-react';
import { createDialogButton } from '#web/kit/dialog-button.tsx';
import type { ProjectForm } from './form-state.ts';

/** Opens the dialog. */
export const AddTowns = createDialogButton<{ form: Pick<ProjectForm, 'addTowns'> }>(
  'towns-dialog',
  async () => (await import('./towns-dialog.tsx')).TownsDialog,
  { leftSection: <MapPinPlus size={16} />, children: 'Add towns' },
);
