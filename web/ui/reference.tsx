/** Reference of a failure in the server's log; a click copies it. */
import { Check, Copy } from 'lucide-react';
import classes from './reference.module.css';
import { type CopyState, useCopy } from './use-copy.ts';

const OUTCOMES: Partial<Record<CopyState, string>> = {
  copied: 'Reference copied',
  failed: 'Couldn’t copy the reference',
};

export function Reference({ id }: { id: string }) {
  const { state, copy } = useCopy();
  // Errors of the client have no reference.
  if (id === '') return null;
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      className={classes.reference}
      aria-label={OUTCOMES[state] ?? `Copy the reference ${id}`}
      onClick={() => void copy(id)}
    >
      <span>{id}</span>
      <Icon size={14} />
    </button>
  );
}
