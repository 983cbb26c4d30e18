/** `geoloom quality` of a large set of identical pages. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestFolder, startGeoloom, type TestFolder, writePage, writeSeed } from './command-fixture.ts';

const PAGES = 100_000;
const PART_PAGES = 5_000;
const TEXT = 'We repair leaking pipes and water heaters in every part of the town on the same day. ';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

it('finds one group of 100,000 identical pages within two minutes', async () => {
  const [head = '', tail = ''] = writeSeed({ title: 'Plumber' }).split(writePage({ title: 'Plumber' }));
  const page = writePage({
    title: 'Plumber',
    id: 999_999,
    slug: 'town-#',
    content: TEXT.repeat(10),
    metas: {},
  });
  const files = Array.from({ length: PAGES / PART_PAGES }, (_, part) => {
    const items = Array.from({ length: PART_PAGES }, (__, index) => {
      const id = part * PART_PAGES + index + 1;
      return page.replace('999999', String(id)).replaceAll('town-#', `town-${id}`);
    });
    return folder.write(`part-${part}.xml`, `${head}${items.join('')}${tail}`);
  });
  const { code, stdout } = await startGeoloom(['quality', ...files]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Quality: \d+ of 100 for 100,000 pages\./);
  expect(stdout).toContain('100,000 pages, 100% alike: Plumber, Plumber, …');
  expect(stdout.match(/pages, 100% alike/g)).toHaveLength(1);
}, 120_000);
