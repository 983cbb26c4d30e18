/** Uploads files that were chosen before the form was open. */
import { useEffect, useEffectEvent } from 'react';
import { readUserData } from '#web/client/session.ts';
import { takeStashedSeed, type Unsent } from './form-memory.ts';
import type { WholeForm } from './use-project-form.ts';

type Taking = Pick<WholeForm, 'projectId' | 'takeSeed' | 'takeSheet'>;

export function useUnsentFiles({ projectId, takeSeed, takeSheet }: Taking, unsent: Unsent): void {
  const isNew = projectId === undefined;
  const take = useEffectEvent(() => {
    const seed = unsent.seed ?? (isNew ? takeStashedSeed(readUserData()?.id) : undefined);
    if (seed) takeSeed(seed);
    if (unsent.sheet) takeSheet(unsent.sheet);
  });
  useEffect(() => take(), []);
}
