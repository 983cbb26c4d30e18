import { expect, it } from 'vitest';
import states from 'us-atlas/states-10m.json';
import { drawTownMap, type MapZoom, readAtlas } from './town-map.rules.ts';
import type { TownPoint } from './town-regions.rules.ts';

const atlas = readAtlas(states, 'states');
const AUSTIN: TownPoint = [30.27, -97.74, 1, 0];
const ROUND_ROCK: TownPoint = [30.51, -97.68, 1, 0];
const SEATTLE: TownPoint = [47.61, -122.33, 1, 0];
const ADAK: TownPoint = [51.88, -176.66, 1, 0];
const ATTU: TownPoint = [52.9, 173.2, 1, 0];
const KETCHIKAN: TownPoint = [55.34, -131.65, 1, 0];

function draw(points: readonly TownPoint[], zoom?: MapZoom) {
  const drawing = drawTownMap(atlas, points, { width: 600, zoom });
  const places = points.map(
    ([latitude, longitude]): [number, number] => drawing.place(longitude, latitude) ?? [-1, -1],
  );
  return { ...drawing, places };
}

const distance = ([[x0, y0] = [0, 0], [x1, y1] = [0, 0]]: readonly (readonly [number, number])[]) =>
  Math.hypot(x1 - x0, y1 - y0);

it('zooms to a circle, which fills the height of the frame with its towns', () => {
  const circle = { latitude: 30.27, longitude: -97.74, miles: 40 };
  const { places, circle: path, height, degrees } = draw([AUSTIN, ROUND_ROCK], { circle });
  const ys = [...path.matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(0.85 * (height - 28));
  // 17 of the 80 miles
  expect(distance(places)).toBeCloseTo((17 / 80) * (Math.max(...ys) - Math.min(...ys)), -1);
  expect(degrees.map(({ text }) => text)).toEqual(expect.arrayContaining(['98° W', '97.5° W', '30° N']));
});

it('zooms to towns without a circle, but not closer than a county', () => {
  const { places, circle, width } = draw([AUSTIN, ROUND_ROCK], {});
  expect(circle).toBe('');
  expect(distance(places)).toBeLessThan(width / 2);
  const [[x, y] = [0, 0]] = draw([AUSTIN], {}).places;
  expect([x, y]).toEqual([expect.closeTo(307, 0), expect.closeTo(180, 0)]);
});

it('shows the whole state of towns that are spread over it, but not of a small cluster', () => {
  const zoom = { isWholeRegions: true };
  const AMARILLO: TownPoint = [35.2, -101.83, 1, 0];
  const BROWNSVILLE: TownPoint = [25.9, -97.5, 1, 0];
  const spread = draw([AUSTIN, AMARILLO, BROWNSVILLE], zoom).places;
  expect(spread).not.toEqual(draw([AUSTIN, AMARILLO, BROWNSVILLE], {}).places);
  expect(draw([AUSTIN, ROUND_ROCK], zoom).places).toEqual(draw([AUSTIN, ROUND_ROCK], {}).places);
});

it('zooms across the date line', () => {
  const { places, width } = draw([ATTU, ADAK, KETCHIKAN], {});
  const [attu = 0, adak = 0, ketchikan = 0] = places.map(([x]) => x);
  expect(attu).toBeGreaterThan(22);
  expect(adak).toBeGreaterThan(attu);
  expect(ketchikan).toBeGreaterThan(adak);
  expect(ketchikan).toBeLessThan(width);
});

it('shows all states if the towns are far apart, or without zoom', () => {
  const whole = draw([AUSTIN, SEATTLE, KETCHIKAN]);
  expect(draw([AUSTIN, SEATTLE, KETCHIKAN], {}).places).toEqual(whole.places);
  expect(whole.degrees.map(({ text }) => text)).toContain('100° W');
});
