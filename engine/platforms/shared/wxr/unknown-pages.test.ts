/** Pages whose bracketed names fit no column: a single one is the pattern and is refused, several are ignored. */
import { expect, it } from 'vitest';
import { wxrSeed } from '#testkit/wxr-seed.ts';
import { seedProblems } from '../seed-fixture.ts';

const plain = { title: 'Plumber', slug: 'plumber' };
const other = (id: number, content: string) => ({ title: `Page ${id}`, slug: `page-${id}`, id, content });
const listCodes = (seed: Uint8Array) =>
  seedProblems(seed).flatMap(({ code, severity }) => (severity === 'fault' ? [code] : []));

it('one page with an unknown name is the pattern, and its name is refused', () => {
  expect(listCodes(wxrSeed({ ...plain, content: '<p>[promo_code_x]</p>' }))).toContain('placeholder-unknown');
});

it.each([2, 3])('%d pages with unknown names are not the pattern: the export has no placeholder', (count) => {
  const before = Array.from({ length: count - 1 }, (_none, index) =>
    other(90 + index, '<p>[promo_code_y]</p>'),
  );
  const codes = listCodes(wxrSeed({ ...plain, content: '<p>[promo_code_x]</p>', before }));
  expect(codes).toContain('no-placeholder');
  expect(codes).not.toContain('seed-two-patterns');
});

it('a page with a known column takes precedence over pages with unknown names', () => {
  const before = [other(90, '<p>[promo_code_y]</p>'), other(91, '<p>[promo_code_x]</p>')];
  expect(listCodes(wxrSeed({ before }))).toEqual([]);
});
