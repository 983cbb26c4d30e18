/**
 * Copies a text and reports the result. Pages over plain HTTP have no clipboard API; there the text is
 * selected and copied with `execCommand`.
 */
import { useEffect, useRef, useState } from 'react';

const SHOWN_MS = 2000;

export type CopyState = 'idle' | 'copied' | 'failed';

export interface Copying {
  /** Result of the last copy, for two seconds. */
  state: CopyState;
  copy: (text: string) => Promise<void>;
  /** The text failed to load. */
  fail: () => void;
}

export function useCopy(): Copying {
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: CopyState) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), SHOWN_MS);
    setState(next);
  };
  return {
    state,
    copy: async (text) => show((await writeText(text)) ? 'copied' : 'failed'),
    fail: () => show('failed'),
  };
}

async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard, or no permission anymore because fetching the text took too long.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0' });
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- Nothing else works over plain HTTP.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
