/** Detects hidden content to the right of a scrolling box, so that its edge can fade. */
import { type RefObject, useEffect, useRef, useState } from 'react';

export function useScrollEdge(): { ref: RefObject<HTMLElement | null>; hasMore: boolean } {
  const ref = useRef<HTMLElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const look = () => setMore(box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    // Measures after layout. Measuring here would force a layout of the whole page.
    const watcher = new ResizeObserver(look);
    watcher.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);
  return { ref, hasMore };
}
