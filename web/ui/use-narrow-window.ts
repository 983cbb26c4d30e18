/** True if the window is narrower than this; updated when resizing has paused. */
import { useEffect, useState } from 'react';

export function useNarrowWindow(leastPx: number, pauseMs: number): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < leastPx);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setNarrow(window.innerWidth < leastPx), pauseMs);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [leastPx, pauseMs]);
  return isNarrow;
}
