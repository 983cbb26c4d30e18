/** Relative time, updated live, with the full timestamp as its tooltip. */
import { formatAge, formatFullTimestamp } from './format-timestamp.ts';
import { useNow } from './use-now.ts';

export function Age({ of, className }: { of: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time className={className} dateTime={of} title={formatFullTimestamp(of)}>
      {formatAge(of, now)}
    </time>
  );
}
