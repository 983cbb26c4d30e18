/** Until the draft of a form is there: a skeleton, or why it is not. */
import { Alert } from '#web/kit/alert.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { messages } from '../shared/messages.ts';
import type { DraftOpening } from './use-opened-draft.ts';

export function OpeningState({ opening: { error, retry } }: { opening: DraftOpening }) {
  if (!error) return <SkeletonRows label="Loading the project" />;
  return <Alert what={`${messages.loadFailed}.`} error={error} onRetry={retry} />;
}
