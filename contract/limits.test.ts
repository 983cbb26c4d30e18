import { expect, it } from 'vitest';
import * as engine from '#engine';
import { ERRORS } from './errors.ts';
import { SEED_BYTES, SHEET_BYTES } from './limits.ts';
import { DEFAULT_FOOTER_LINKS } from './project-shapes.ts';

// Neither folder may import the other, so only this test keeps both equal.
it('has the same figures and texts as the engine', () => {
  expect({ SEED_BYTES, SHEET_BYTES, DEFAULT_FOOTER_LINKS }).toEqual({
    SEED_BYTES: engine.SEED_BYTES,
    SHEET_BYTES: engine.SHEET_FILE_BYTES,
    DEFAULT_FOOTER_LINKS: engine.DEFAULT_FOOTER,
  });
});

it('names the limits in the message about a full storage', () => {
  expect(ERRORS.quota_reached.text).toMatch(/^Your storage is full: 2 GB or 20,000 files\. /);
});
