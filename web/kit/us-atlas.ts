/** Outlines of the states; large, so it loads with the maps on demand. */
import states from 'us-atlas/states-10m.json';
import { readAtlas } from './town-map.rules.ts';

export const US_ATLAS = readAtlas(states, 'states');
