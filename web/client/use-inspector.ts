/** One inspector for the life of a page, and its state as the page renders. */
import { startTransition, useEffect, useState } from 'react';
import { afterPointer } from './after-pointer.ts';
import {
  createInspector,
  type InspectInputs,
  type Inspector,
  type InspectStart,
  type InspectState,
} from './inspector.ts';

/** Reads again when other images come to the page or go. */
function useImages(inspector: Inspector, images: InspectStart['images']): void {
  const listed = JSON.stringify(images ?? []);
  useEffect(() => {
    if (listed === JSON.stringify(inspector.getState().inputs.images ?? [])) return;
    inspector.change({ images: JSON.parse(listed) as InspectStart['images'] });
  }, [inspector, listed]);
}

/** What a person puts in is shown at once; what was read renders in pieces between which clicks and keys get in. */
function useShownState({ getState, subscribe }: Inspector): InspectState {
  const [state, setState] = useState(getState);
  useEffect(() => {
    let inputs: InspectInputs | undefined;
    const show = () => {
      const newest = getState();
      if (newest.inputs === inputs) return startTransition(() => setState(newest));
      ({ inputs } = newest);
      setState(newest);
    };
    // Cards grow with what was read.
    const showLater = () => afterPointer(show);
    // What came since the page was rendered.
    showLater();
    return subscribe(showLater);
  }, [getState, subscribe]);
  return state;
}

export function useInspector(texts: InspectStart): {
  inspector: Inspector;
  state: InspectState;
} {
  const [inspector] = useState(() => createInspector(texts));
  useEffect(() => inspector.stop, [inspector]);
  useImages(inspector, texts.images);
  return { inspector, state: useShownState(inspector) };
}
