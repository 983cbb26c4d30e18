import { screen, within } from '@testing-library/react';
import { geoAlbersUsa } from 'd3-geo';
import { expect, it, vi } from 'vitest';
import states from 'us-atlas/states-10m.json';
import type { RunTowns } from '#contract/run-view-shapes.ts';
import { openPage } from '../shared/page-fixture.tsx';
import { completedRun, project } from '../shared/project-fixture.ts';
import { ProjectPage } from './project-page.tsx';
import { drawTownMap, readAtlas } from '#web/kit/town-map.rules.ts';
import { countByRegion, isAmerican } from '#web/kit/town-regions.rules.ts';
import { drawTowns } from './town-marks.tsx';
import { TownsCard } from './towns-card.tsx';

const HOUSTON = [29.76, -95.37, 2, 0] as const;
const DALLAS = [32.78, -96.8, 1, 1] as const;
const ANCHORAGE = [61.22, -149.9, 1, 0] as const;
const LYON = [45.76, 4.84, 3, 0] as const;
const BERLIN = [52.52, 13.4, 0, 2] as const;

const towns = (
  points: readonly (readonly [number, number, number, number])[],
  skipped: RunTowns['skipped'] = [],
): RunTowns => ({ points: points.map((point) => [...point]), skipped });

function open(data: RunTowns) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  return openPage(
    () => <TownsCard projectId={7} runId={2} />,
    { path: '/projects/7' },
    () => ({ data }),
  );
}

const getTableRows = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent);

it('shows ready and skipped towns on a map of the states, and in a table', async () => {
  const skipped = [{ row: 5, label: 'Dallas, TX', latitude: 32.7767, longitude: -96.797 }];
  open(towns([HOUSTON, DALLAS, ANCHORAGE], skipped));
  const map = await screen.findByRole('img', { name: 'Map of 4 towns ready, 1 skipped' });
  expect(await within(map).findByText('Dallas, TX')).toBeDefined();
  expect(within(map).getByText('row 5')).toBeDefined();
  expect(getTableRows('Towns by state')).toEqual(['StateReadySkipped', 'Texas31', 'Alaska10']);
  expect(screen.getByRole('list', { name: 'Legend' }).textContent).toBe('4 towns ready1 town skipped');
});

it('shows towns of other countries on a world map', async () => {
  open(towns([LYON, BERLIN]));
  await screen.findByRole('img', { name: 'Map of 3 towns ready, 2 skipped' });
  expect(getTableRows('Towns by country')).toEqual(['CountryReadySkipped', 'France30', 'Germany02']);
});

it('is hidden without coordinates', async () => {
  const { sent } = open(towns([]));
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['projects/7/runs/2/towns']));
  expect(screen.queryByRole('heading', { name: 'Towns' })).toBeNull();
});

it('fetches the towns of a project once, while the rest of the page renders', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  const report = completedRun(1, { has_places: true });
  const { sent } = openPage(ProjectPage, { path: '/projects/:id', at: '/projects/7' }, ({ path }) => ({
    data: path.endsWith('/towns') ? towns([HOUSTON]) : [project({ report, progress: report })],
  }));
  await screen.findByRole('img', { name: 'Map of 2 towns ready, 0 skipped' });
  expect(sent.filter(({ path }) => path.endsWith('/towns'))).toHaveLength(1);
});

it('counts towns outside the map', async () => {
  open(towns([HOUSTON, [40.42, -3.7, 1, 0]]));
  await screen.findByText('1 town outside this map');
  expect(getTableRows('Towns by state')).toEqual(['StateReady', 'Texas2', 'Outside the states1']);
});

it('selects the map that contains most towns', () => {
  expect(isAmerican(towns([HOUSTON, LYON, ANCHORAGE]).points)).toBe(true);
  expect(isAmerican(towns([LYON, ANCHORAGE]).points)).toBe(false);
});

it('draws all towns of a state as one path, at their places, within the frame', () => {
  const atlas = readAtlas(states, 'states');
  const { points } = towns([HOUSTON, DALLAS, ANCHORAGE, [21.31, -157.86, 1, 0]]);
  const drawing = drawTownMap(atlas, points, { width: 700 });
  const { width, height, degrees } = drawing;
  const { ready, skipped } = drawTowns(drawing, points);
  const places = [...ready.matchAll(/M([\d.]+),([\d.]+)h0/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(places).toHaveLength(4);
  expect(places.every(([x = -1, y = -1]) => x > 22 && x < width - 8 && y > 8 && y < height - 20)).toBe(true);
  const [houston = [], dallas = []] = places;
  // Dallas is north and a little west of Houston.
  expect(dallas[1]).toBeLessThan(houston[1] ?? 0);
  expect(dallas[0]).toBeLessThan(houston[0] ?? 0);
  expect(skipped.match(/M/g)).toHaveLength(1);
  expect(degrees.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['110° W', '100° W', '90° W', '80° W', '30° N', '40° N']),
  );
});

it('shows all of the United States, scaled to fit', () => {
  const atlas = readAtlas(states, 'states');
  const room: [[number, number], [number, number]] = [
    [30, 16],
    [684, 406],
  ];
  const measured = geoAlbersUsa().fitExtent(room, atlas.land);
  const { place } = drawTownMap(atlas, [], { width: 700 });
  for (const [longitude, latitude] of [
    [-95.37, 29.76],
    [-149.9, 61.22],
    [-157.86, 21.31],
  ] as const) {
    const [x = 0, y = 0] = measured([longitude, latitude]) ?? [];
    const [placedX = -1, placedY = -1] = place(longitude, latitude) ?? [];
    expect(Math.hypot(placedX - x, placedY - y)).toBeLessThan(0.1);
  }
});

it('finds the state of 10,000 towns', () => {
  const atlas = readAtlas(states, 'states');
  const points = Array.from({ length: 10_000 }, (_, index): RunTowns['points'][number] => [
    31 + (index % 100) / 100,
    -99 + Math.floor(index / 100) / 100,
    1,
    0,
  ]);
  expect(countByRegion(points, atlas.regions, 'Elsewhere')).toEqual([{ name: 'Texas', sums: [10_000, 0] }]);
});
