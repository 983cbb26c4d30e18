/** Shown until the first reply of a call: a skeleton, or why it failed. A later failure is shown above the old data. */
import type { ApiError } from '#web/client/call.ts';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { Alert } from './alert.tsx';

interface Props {
  call: { data: unknown; error: ApiError | undefined; refetch: () => void };
  /** `the projects` */
  what: string;
  /** For a card that already has a frame. */
  isBare?: boolean;
  rows?: number;
}

export function LoadState({ call: { data, error, refetch }, what, ...skeleton }: Props) {
  if (error) return <Alert what={`Couldn’t load ${what}.`} error={error} onRetry={refetch} />;
  return data === undefined && <SkeletonRows label={`Loading ${what}`} {...skeleton} />;
}
