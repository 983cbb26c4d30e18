/** True if the window is narrower than this; updated when resizing has paused. */
import { useEffect, useState } from 'react';

export function useNarrowWindow(minPx: number, pauseMs: number): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < minPx);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setNarrow(window.innerWidth < minPx), pauseMs);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [minPx, pauseMs]);
  return isNarrow;
}
