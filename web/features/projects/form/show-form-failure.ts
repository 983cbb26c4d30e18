/** Reports a failed change of a form as a toast. */
import { formatError } from '#web/client/format-error.ts';
import { showToast } from '#web/ui/toast.tsx';

export function showFormFailure(text: string, error: unknown): void {
  showToast({ kind: 'error', text, detail: formatError(error) });
}
