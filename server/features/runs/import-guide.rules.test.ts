/** The import guide of a download. */
import { expect, it } from 'vitest';
import { writeImportGuide } from './import-guide.rules.ts';

const parts = [
  { name: 'plumber-1-of-2.xml', pages: 500 },
  { name: 'plumber-2-of-2.xml', pages: 120 },
];

it('lists all parts in the order of their import, with their pages', () => {
  const guide = writeImportGuide({ title: 'Plumber', type: 'wordpress', parts, selectors: [], skipped: 0 });
  expect(guide).toMatch(/^# Import of “Plumber” into WordPress\n/);
  expect(guide).toContain('   1. `plumber-1-of-2.xml` (500 pages)\n   2. `plumber-2-of-2.xml` (120 pages)\n');
  expect(guide).toContain('*Tools → Import → WordPress*');
  expect(guide.endsWith('\n')).toBe(true);
});

it('asks WordPress users to fetch featured images, if there are any', () => {
  const guideFor = (featuredImages: number) =>
    writeImportGuide({
      title: 'Plumber',
      type: 'wordpress',
      parts,
      selectors: [],
      skipped: 0,
      featuredImages,
    });
  expect(guideFor(3)).toContain(
    '4. Check *Download and import file attachments*: WordPress then fetches 3 images and makes one of them the featured image of each page. The last file adds the pictures in the content. Import it last: WordPress updates their URLs only in pages that already exist.\n',
  );
  expect(guideFor(1)).toContain('fetches 1 image and makes it the featured image of each page.');
  expect(guideFor(0)).toContain(
    '4. Check *Download and import file attachments* if the pictures of the seed page are not on the site yet. The last file adds the pictures in the content. Import it last: WordPress updates their URLs only in pages that already exist.',
  );
});

it('asks WordPress users which user to choose, and warns that a second import adds custom fields again', () => {
  const guideFor = (files: typeof parts) =>
    writeImportGuide({ title: 'Plumber', type: 'wordpress', parts: files, selectors: [], skipped: 0 });
  const many = guideFor(parts);
  expect(many).toContain(
    '3. Under *Assign Authors*, choose an existing user instead of creating one. Choose the same user for every file: a user that the first file created exists when you import the second, and WordPress can’t create it again.\n',
  );
  expect(many).toContain(
    'Import each file once. A second import skips the pages that exist, but adds every custom field to them again.',
  );
  const one = guideFor(parts.slice(0, 1));
  expect(one).toContain('3. Under *Assign Authors*, choose an existing user instead of creating one.\n');
  expect(one).not.toContain('The last file');
});

it('starts with the plugin or theme that the pages need, if they need one', () => {
  const typeNotice =
    'The pages are of the type "city_page". Turn on the plugin or theme that adds this type.';
  const guide = writeImportGuide({
    title: 'Plumber',
    type: 'wordpress',
    parts,
    selectors: [],
    skipped: 0,
    typeNotice,
  });
  expect(guide).toContain(`1. ${typeNotice}\n2. In WordPress, open`);
});

it('lists a last file with only images among the files to import', () => {
  const files = [...parts, { name: 'plumber-3-of-3.xml', pages: 0 }];
  const guide = writeImportGuide({
    title: 'Plumber',
    type: 'wordpress',
    parts: files,
    selectors: [],
    skipped: 0,
  });
  expect(guide).toContain('   3. `plumber-3-of-3.xml` (0 pages)\n');
});

it('explains skipped rows, if there are any', () => {
  expect(
    writeImportGuide({ title: 'Plumber', type: 'wordpress', parts, selectors: [], skipped: 3 }),
  ).toContain(
    '3 rows were skipped. `skipped-rows.csv` says why for each; fix them and save the project again.',
  );
  expect(
    writeImportGuide({ title: 'Plumber', type: 'wordpress', parts, selectors: [], skipped: 0 }),
  ).not.toContain('skipped');
});

it('uses the singular for one page and one row', () => {
  const guide = writeImportGuide({
    title: 'Plumber',
    type: 'wordpress',
    parts: [{ name: 'plumber.xml', pages: 1 }],
    selectors: [],
    skipped: 1,
  });
  expect(guide).toContain('`plumber.xml` (1 page)');
  expect(guide).toContain(
    '1 row was skipped. `skipped-rows.csv` says why; fix it and save the project again.',
  );
  const large = writeImportGuide({
    title: 'Plumber',
    type: 'wordpress',
    parts: [{ name: 'a.xml', pages: 2000 }],
    selectors: [],
    skipped: 1200,
  });
  expect(large).toContain('(2,000 pages)');
  expect(large).toContain('1,200 rows were skipped.');
});

it('keeps the title in one line, whatever it contains', () => {
  const [head, next] = writeImportGuide({
    title: 'A\r\n# B `x`',
    type: 'wordpress',
    parts,
    selectors: [],
    skipped: 0,
  }).split('\n');
  expect(head).toBe('# Import of “A  # B  x ” into WordPress');
  expect(next).toBe('');
});

it('lists the settings of the Drupal importer, and explains the table of HubSpot', () => {
  const selectors = [
    { name: 'Record', path: '/response/item' },
    { name: 'a|b', path: 'field_a/value' },
  ];
  const guide = writeImportGuide({ title: 'Plumber', type: 'drupal', parts, selectors, skipped: 0 });
  expect(guide).toContain('| Record | `/response/item` |\n| a\\|b | `field_a/value` |\n');
  const files = [...parts, { name: 'plumber-hubdb.csv', pages: 0 }];
  const ofHubspot = writeImportGuide({
    title: 'Plumber',
    type: 'hubspot',
    parts: files,
    selectors: [],
    skipped: 0,
  });
  expect(ofHubspot).toMatch(/HubDB[^]*- `plumber-hubdb\.csv`\n/);
  expect(ofHubspot).not.toContain('3. `plumber-hubdb.csv`');
});
