/** The reference of a failure as it stands in the server's log; a click copies it. */
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import classes from './error-bar.module.css';

export function Reference({ id }: { id: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? Check : Copy;
  return (
    <button
      type="button"
      className={classes.reference}
      aria-label={clipboard.copied ? 'Reference copied' : `Copy the reference ${id}`}
      onClick={() => clipboard.copy(id)}
    >
      <span>{id}</span>
      <Icon size={14} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
    </button>
  );
}
