/**
 * Public files, read if their folder is next to the checkout: the seeds of
 * other authors become pages on each platform, and the audits report only true problems.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPartAudit, type PlatformId, checkParts } from '#engine';
import { buildFormat, listFaultCodes, readSeedFixture } from '#testkit/format-build.ts';

const SHARED = new URL('../../../../shared/', import.meta.url);
const SITE = 'https://www.lonestar.example';

function listFiles(folder: string, ending: string): { name: string; bytes: Uint8Array }[] {
  const place = new URL(`${folder}/`, SHARED);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, place))) }));
}

/** Audits a public file. */
function auditPublicFile(format: PlatformId, { name, bytes }: { name: string; bytes: Uint8Array }) {
  const auditor = createPartAudit({ format, file: name });
  auditor.push(bytes);
  return checkParts([auditor.end()]);
}

describe.each<PlatformId>(['hubspot', 'drupal'])('public exports given to %s', (format) => {
  it('become pages that pass the audit', () => {
    const seeds = listFiles('seeds/wordpress', '.xml');
    const [rows] = listFiles('seeds', 'rows-5.csv');
    const table = new TextDecoder().decode(rows?.bytes).trim().split('\n');
    for (const { name, bytes } of seeds) {
      const cells = table.map((line) => line.split(','));
      const built = buildFormat(new TextDecoder().decode(bytes), cells, { format, site: SITE });
      const verdict = built.audit();
      expect(listFaultCodes(verdict.problems), name).toEqual([]);
      // two towns of one name give one slug if it is built from the title
      expect(built.skipped, name).toBeLessThan(2);
      const pages = table.length - 1 - built.skipped;
      expect(verdict, name).toMatchObject({ ok: true, pages, skipped: [] });
    }
    console.log(`seeds read for ${format}: ${seeds.length}`);
  });
});

describe('the audit of', () => {
  it.each<[PlatformId, string[]]>([
    ['hubspot', ['duplicate-guid', 'title-empty', 'type-not-post']],
    ['drupal', ['duplicate-guid', 'title-empty']],
  ])('%s finds in a public export what its importer refuses, and nothing else', (format, codes) => {
    const exports = listFiles('corpora/wxr', '.xml');
    for (const file of exports)
      expect([...new Set(listFaultCodes(auditPublicFile(format, file).problems))].sort(), file.name).toEqual(
        codes,
      );
    console.log(`exports read for ${format}: ${exports.length}`);
  });

  it('Wix finds nothing in public files of CSV', () => {
    const files = listFiles('corpora/csv', '.csv');
    for (const file of files)
      expect(listFaultCodes(auditPublicFile('wix', file).problems), file.name).toEqual([]);
    console.log(`files of CSV read: ${files.length}`);
  });

  it.each<[PlatformId, string]>([
    ['wix', 'wix/export/seed.csv'],
    ['drupal', 'drupal/views/seed.xml'],
    ['drupal', 'drupal/d7-views/seed.xml'],
    ['drupal', 'drupal/node-export/seed.xml'],
    ['drupal', 'drupal/rss/seed.xml'],
  ])('%s finds nothing in %s as its platform has written it', (format, path) => {
    const bytes = new TextEncoder().encode(readSeedFixture(path));
    expect(listFaultCodes(auditPublicFile(format, { name: path, bytes }).problems)).toEqual([]);
  });
});
