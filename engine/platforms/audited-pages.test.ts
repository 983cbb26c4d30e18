/** Pages as audits read them from the golden files of all platforms: what the quality report measures. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditedPage } from '../verify/audited-page.ts';
import { createPartAudit } from './audit.ts';

const FILES = globSync('engine/platforms/*/fixtures/*/expected*.{xml,csv}').toSorted();
/** Its records are found by a path that only the seed has. */
const RECORD_PATHS: Readonly<Record<string, string>> = { migrate: 'data/geo_page' };

function readPages(file: string): AuditedPage[] {
  const [, , format = '', , name = ''] = file.split('/');
  const pages: AuditedPage[] = [];
  const audit = createPartAudit({
    format,
    file: basename(file),
    recordPath: RECORD_PATHS[name],
    onPage: (page) => pages.push(page),
  });
  audit.push(readFileSync(file));
  expect(audit.end().pages).toBe(pages.length);
  return pages;
}

describe.each(FILES)('%s', (file) => {
  it('gives each page with its title, slug and texts', () => {
    const pages = readPages(file);
    expect(pages.length).toBeGreaterThan(0);
    for (const { title, slug, url, texts } of pages) {
      expect(title).not.toBe('');
      // Files whose pages get their URLs on import have none, and no slugs.
      expect(slug).toMatch(url === '' ? /^$/ : /^[^/\s]+$/);
      expect(texts.join(' ')).not.toMatch(/s:\d+:"|"id":/);
    }
    expect(pages.some(({ texts }) => /\p{L}{3}/u.test(texts.join(' ')))).toBe(true);
  });
});
