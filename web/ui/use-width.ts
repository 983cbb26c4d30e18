/** Width of an element from its first paint on, so that content sized to it doesn't shift the layout. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export function useWidth<E extends Element>() {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => watchWidth(ref, setWidth), []);
  return { ref, width };
}

/** For expensive content: rerenders only when the result changes, not with every pixel. */
export function useIsNarrower<E extends Element>(minPx: number) {
  const ref = useRef<E>(null);
  const [isNarrower, setNarrower] = useState(false);
  useLayoutEffect(() => watchWidth(ref, (width) => setNarrower(width > 0 && width < minPx)), [minPx]);
  return { ref, isNarrower };
}

function watchWidth({ current: element }: RefObject<Element | null>, onWidth: (width: number) => void) {
  if (!element) return;
  const measure = () => onWidth(element.clientWidth);
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
