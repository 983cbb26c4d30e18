/** Towns on a map of the United States, or of the world if most of them are elsewhere. */
import { Suspense } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import type { TownMapProps } from './town-map.tsx';
import { isAmerican } from './town-regions.rules.ts';

/** Outlines are large, so each map loads on demand. */
const UsMap = lazyPart<TownMapProps>('us-map', async () => (await import('./us-map.tsx')).UsMap, MissingPart);
const WorldMap = lazyPart<TownMapProps>(
  'world-map',
  async () => (await import('./world-map.tsx')).WorldMap,
  MissingPart,
);

export function LazyTownMap(props: TownMapProps) {
  const Map = isAmerican(props.points) ? UsMap : WorldMap;
  return (
    <Suspense>
      <Map {...props} />
    </Suspense>
  );
}
