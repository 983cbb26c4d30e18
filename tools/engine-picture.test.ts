import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawEngine, readPicture } from './engine-picture.ts';

it('engine/README.md shows the current imports between folders', () => {
  expect(readPicture()).toBe(drawEngine());
});

it('connects all folders', () => {
  const rooms = ['engine', 'engine/platforms'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'platforms')
      .map(({ name }) => name),
  );
  const drawn = new Set(drawEngine().match(/(?<=--> ).+$/gm));
  expect(rooms.filter((room) => !drawn.has(room))).toEqual([]);
});
