/** A seed page that was given before the form was open is uploaded as soon as it is. */
import { useEffect, useEffectEvent } from 'react';
import { readUserData } from '#web/client/session.ts';
import { takeHandedSeed } from './form-memory.ts';
import type { WholeForm } from './use-project-form.ts';

export function useHandedSeed({ projectId, takeSeed }: Pick<WholeForm, 'projectId' | 'takeSeed'>): void {
  const take = useEffectEvent(takeSeed);
  const isNew = projectId === undefined;
  useEffect(() => {
    const seed = isNew ? takeHandedSeed(readUserData()?.id) : undefined;
    if (seed) take(seed);
  }, [isNew]);
}
