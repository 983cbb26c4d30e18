import states from 'us-atlas/states-10m.json';
import { expect, test } from 'vitest';
import { drawStateMap } from './state-map.tsx';
import { readAtlas } from './town-map.rules.ts';

const { regions } = readAtlas(states, 'states');
const AUSTIN = [30.27, -97.74] as const;

const readXs = (path: string) => Array.from(path.matchAll(/[ML](-?[\d.]+),/g), ([, x]) => Number(x));

test('shows the state of the towns alone, as large as it fits', () => {
  const drawing = drawStateMap(regions, [AUSTIN, [29.76, -95.37]], [112, 96]);
  const xs = readXs(drawing?.land ?? '');
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...xs)).toBeLessThanOrEqual(110);
  expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(85);
  expect(drawing?.towns.match(/h0/g)).toHaveLength(2);
});

test('shows neighboring states with towns, but not a state with few of them', () => {
  const texas = Array.from({ length: 40 }, () => AUSTIN);
  const withOklahoma = drawStateMap(regions, [...texas.slice(0, 4), [35.47, -97.52]], [112, 96]);
  const almostTexas = drawStateMap(regions, [...texas, [35.47, -97.52]], [112, 96]);
  expect(withOklahoma?.land.length).toBeGreaterThan(almostTexas?.land.length ?? 0);
});

test('draws Alaska without crossing the edge of the map, and nothing for towns elsewhere', () => {
  const xs = readXs(drawStateMap(regions, [[61.2, -149.9]], [112, 96])?.land ?? '');
  expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(60);
  expect(drawStateMap(regions, [[48.85, 2.35]], [112, 96])).toBeUndefined();
});
