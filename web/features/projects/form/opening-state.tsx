/** Shown until the draft of a form is loaded: a skeleton, or the error. */
import { Alert } from '#web/kit/alert.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import type { DraftOpening } from './use-opened-draft.ts';

interface Props {
  opening: DraftOpening;
  /** Shown if it fails to load. */
  failure: string;
}

export function OpeningState({ opening: { error, retry }, failure }: Props) {
  if (!error) return <SkeletonRows label="Loading the form" />;
  return <Alert what={failure} error={error} onRetry={retry} />;
}
