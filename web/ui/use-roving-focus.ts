/** Roving tabindex: a row of buttons is one tab stop; arrow keys, Home and End move inside it. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const ENDS: Readonly<Record<string, number>> = { Home: 0, End: -1 };

interface RovingFocus {
  ref: RefObject<HTMLDivElement | null>;
  role: 'toolbar';
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

export function useRovingFocus(): RovingFocus {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<Element>(null);
  const list = () => [...(ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
  const mark = (wanted?: Element | null) => {
    const items = list();
    const stop = items.find((item) => item === wanted) ?? items[0];
    current.current = stop ?? null;
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  };
  // The set of buttons may change.
  useLayoutEffect(() => mark(current.current));
  return {
    ref,
    role: 'toolbar',
    onFocus: ({ target }) => mark(target),
    onKeyDown: (event) => {
      const items = list();
      const at = items.indexOf(event.target as HTMLElement);
      const step = STEPS[event.key];
      const next =
        step === undefined
          ? items.at(ENDS[event.key] ?? Number.NaN)
          : items[(at + step + items.length) % items.length];
      if (at < 0 || (step === undefined && ENDS[event.key] === undefined)) return;
      event.preventDefault();
      next?.focus();
    },
  };
}
