/**
 * Which texts of a row the audit is given, by what the seed writes before the cell: all that come to
 * look like JSON or serialized PHP, and none of those that plain words begin.
 */
import { describe, expect, it } from 'vitest';
import { createExpectation } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const CELLS = [':1:{x', '1:{x', '"a', 'x', ';', ':', '{"a', '[{', 'a:1:{'];

/** One page for each cell, whose meta is the beginning followed by the cell. */
function buildBehind(beginning: string) {
  const rows = CELLS.map((cell, index) => [`Town ${index}`, `t${index}`, `${cell}&`]);
  const seed = wxrSeed({ slug: 'geo_url', metas: [['k', `${beginning}[v]`]] });
  return build(seed, [['geo_city', 'geo_url', 'v'], ...rows]);
}

describe('a meta that begins with the seed’s own text', () => {
  it.each(['{', '[', ' {', '\n[', 'a', 's', 'N', ' O', 'a:', 's:', '\t', 'C', 'b', 'd', 'i', 'E'])(
    'passes the audit in every row: %j',
    (beginning) => {
      const { files, layout } = buildBehind(beginning);
      expect(layout.skipped).toBe(0);
      expect(listFaultTexts(auditFiles(files, layout))).toEqual([]);
    },
  );

  it.each(['a', '{', ' '])('is reported if a row makes it look structured: %j', (beginning) => {
    const { layout } = buildBehind(beginning);
    const expected = Object.values(createExpectation(layout).expectedTexts).flat();
    const built = CELLS.map((cell) => `${beginning}${cell}&`).filter((text) =>
      /^\s*(?:[[{]|[abdisOCEN][:;])/.test(text),
    );
    expect(built.length).toBeGreaterThan(0);
    expect(expected).toEqual(expect.arrayContaining(built));
  });

  it.each(['Plumber ', 'as', 'No', 'x:', '- ', '('])(
    'is never reported after plain words: %j',
    (beginning) => {
      const { files, layout } = buildBehind(beginning);
      const expected = Object.values(createExpectation(layout).expectedTexts).flat();
      expect(expected.filter((text) => text.startsWith(beginning))).toEqual([]);
      expect(listFaultTexts(auditFiles(files, layout))).toEqual([]);
    },
  );
});
