/** One inspector for the life of a page, and its state as the page renders. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { afterPointer } from './after-pointer.ts';
import { createInspector, type Inspector, type InspectStart, type InspectState } from './inspector.ts';

/** Reads again when other images come to the page or go. */
function useImages(inspector: Inspector, images: InspectStart['images']): void {
  const listed = JSON.stringify(images ?? []);
  useEffect(() => {
    if (listed === JSON.stringify(inspector.getState().inputs.images ?? [])) return;
    inspector.change({ images: JSON.parse(listed) as InspectStart['images'] });
  }, [inspector, listed]);
}

export function useInspector(texts: InspectStart): {
  inspector: Inspector;
  state: InspectState;
} {
  const [inspector] = useState(() => createInspector(texts));
  useEffect(() => inspector.stop, [inspector]);
  useImages(inspector, texts.images);
  // Cards grow with what was read.
  const subscribe = useCallback(
    (onChange: () => void) => inspector.subscribe(() => afterPointer(onChange)),
    [inspector],
  );
  return { inspector, state: useSyncExternalStore(subscribe, inspector.getState) };
}
