/** A press of Save or Test while something is read or uploaded: it waits for the end, and counts if nothing is wrong. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { WaitReason } from './project-form.rules.ts';

type Press = 'save' | 'test';

export interface WaitingPress {
  /** Pressed, and waiting. */
  waiting: Press | undefined;
  press: (which: Press) => void;
}

/** Where a press would be lost when a pause in the typing ends under it, the buttons stay open instead. */
export function useWaitingPress(wait: WaitReason | undefined, act: Record<Press, () => void>): WaitingPress {
  const [waiting, setWaiting] = useState<Press>();
  const [due, setDue] = useState<{ which: Press }>();
  const isBusy = wait?.kind === 'busy' && !wait.isDisabling;
  if (waiting !== undefined && !isBusy) {
    setWaiting(undefined);
    if (wait === undefined) setDue({ which: waiting });
  }
  const actOn = useEffectEvent((which: Press) => act[which]());
  useEffect(() => {
    if (due) actOn(due.which);
  }, [due]);
  return { waiting, press: (which) => (isBusy ? setWaiting(which) : act[which]()) };
}
