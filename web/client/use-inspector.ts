/** One inspector for the life of a page, and its state as the page renders. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createInspector, type Inspector, type InspectState } from './inspector.ts';

export function useInspector(footer: string): { inspector: Inspector; state: InspectState } {
  const [inspector] = useState(() => createInspector(footer));
  useEffect(() => inspector.stop, [inspector]);
  return { inspector, state: useSyncExternalStore(inspector.subscribe, inspector.getState) };
}
