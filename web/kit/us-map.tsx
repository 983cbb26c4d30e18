/** Towns on a map of the United States; includes its outlines. */
import states from 'us-atlas/states-10m.json';
import { readAtlas } from './town-map.rules.ts';
import { TownMap, type TownMapProps } from './town-map.tsx';

const ATLAS = readAtlas(states, 'states');

export function UsMap(props: TownMapProps) {
  return <TownMap atlas={ATLAS} elsewhere="Outside the states" {...props} />;
}
