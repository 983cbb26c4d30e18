/** One inspector for the life of a page, and its state as the page renders. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createInspector, type Inspector, type InspectStart, type InspectState } from './inspector.ts';

export function useInspector(texts: InspectStart): {
  inspector: Inspector;
  state: InspectState;
} {
  const [inspector] = useState(() => createInspector(texts));
  useEffect(() => inspector.stop, [inspector]);
  return { inspector, state: useSyncExternalStore(inspector.subscribe, inspector.getState) };
}
