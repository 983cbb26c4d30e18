import { expect, it } from 'vitest';
import { drawEngine, readPicture } from './engine-picture.ts';

it('engine/README.md shows the rooms as they import each other', () => {
  expect(readPicture()).toBe(drawEngine());
});
