/** State of maintenance from the last reply; unknown counts as off. */
import { useSyncExternalStore } from 'react';

let isOn = false;
const listeners = new Set<() => void>();

export function storeMaintenance(isOnNow: boolean): void {
  isOn = isOnNow;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isMaintenance = (): boolean => isOn;

export const useMaintenance = (): boolean => useSyncExternalStore(subscribe, isMaintenance);
