import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditText, codes } from './wxr-fixture.ts';
import { checkParts } from './check-parts.ts';

const SHARED = new URL('../../../../../shared/', import.meta.url);

function listFiles(folder: string): { name: string; bytes: Uint8Array }[] {
  const place = new URL(`${folder}/`, SHARED);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, place))) }));
}

describe('real exports', () => {
  it('import completely: every seed as it is', () => {
    const seeds = listFiles('seeds/wordpress');
    for (const { name, bytes } of seeds) {
      const verdict = checkParts([auditText(bytes, { file: name, now: '2026-11-21 00:00:00' })]);
      expect(verdict, name).toMatchObject({ ok: true, pages: 1, skipped: [] });
      expect(codes(verdict), name).toEqual(['own-metas', 'placeholder-suspected']);
    }
    console.log(`seeds read: ${seeds.length}`);
  });

  it('import completely: the theme unit test, with notices only', () => {
    const exports = listFiles('corpora/wxr');
    for (const { name, bytes } of exports) {
      const verdict = checkParts([auditText(bytes, { file: name })]);
      expect(verdict.ok, name).toBe(true);
      if (name === 'theme-unit-test.xml') {
        expect(verdict).toMatchObject({
          pages: 72,
          imported: { page: 21, post: 51, attachment: 38, nav_menu_item: 70 },
          skipped: [],
        });
        expect(codes(verdict)).toEqual([
          'author-unknown',
          'comments',
          'own-metas',
          'duplicate-guid',
          'parent-after-child',
        ]);
      }
    }
    console.log(`exports read: ${exports.length}`);
  });

  it('read the same in chunks of any size', () => {
    for (const { bytes } of [...listFiles('seeds/wordpress'), ...listFiles('corpora/wxr')]) {
      const whole = auditText(bytes);
      for (const chunk of bytes.length < 100_000 ? [1, 7, 65_536] : [7, 65_536])
        expect(auditText(bytes, { chunk })).toEqual(whole);
    }
  });

  it('refuse entity bombs at once', () => {
    const bombs = listFiles('corpora/xml-bombs');
    for (const { name, bytes } of bombs) {
      const [problem] = auditText(bytes).problems;
      expect(['xml-doctype', 'not-wxr', 'malformed-xml'], name).toContain(problem?.code);
    }
    console.log(`hostile files read: ${bombs.length}`);
  });
});
