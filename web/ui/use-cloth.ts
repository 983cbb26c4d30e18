/** How fine the cloth of a run is: in little room fewer threads, closer together, or it would fill the screen. */
import { useMediaQuery } from '@mantine/hooks';
import { MOST_THREADS } from './weave.rules.ts';

const NARROW = { pitch: 11, most: 330 };

interface Cloth {
  /** Distance of threads. */
  pitch: number;
  /** Threads of a full cloth. */
  most: number;
}

/** @param wide what holds where there is room */
export function useCloth({ pitch, most = MOST_THREADS }: Partial<Cloth> & Pick<Cloth, 'pitch'>): Cloth {
  const isNarrow = useMediaQuery('(max-width: 960px)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? NARROW : { pitch, most };
}
