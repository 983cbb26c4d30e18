/** Towns on a map of the United States; includes its outlines. */
import { TownMap, type TownMapProps } from './town-map.tsx';
import { US_ATLAS } from './us-atlas.ts';

export function UsMap(props: TownMapProps) {
  return <TownMap atlas={US_ATLAS} elsewhere="Outside the states" {...props} />;
}
