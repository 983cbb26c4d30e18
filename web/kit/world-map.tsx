/** Towns on a world map; includes its outlines. */
import countries from 'world-atlas/countries-110m.json';
import { readAtlas } from './town-map.rules.ts';
import { TownMap, type TownMapProps } from './town-map.tsx';

const ATLAS = readAtlas(countries, 'countries');

export function WorldMap(props: TownMapProps) {
  return <TownMap atlas={ATLAS} elsewhere="Elsewhere" {...props} />;
}
