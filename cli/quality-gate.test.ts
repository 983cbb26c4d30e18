/** `build --gate`: measures all pages, and builds the remaining ones again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPages } from '#testkit/wxr-pages.ts';
import { createTestFolder, runGeoloom, writePage, writeSeed } from './command-fixture.ts';

const folder = createTestFolder();
const seed = folder.write('plumber.xml', writeSeed());
afterAll(() => folder.remove());

/** 400 words of its own for each town. */
const tell = (town: number) =>
  Array.from({ length: 400 }, (_, word) => `w${town}x${word % 5 === 0 ? word : word * 7}`).join(' ');

/** Towns with long local texts, except the weak ones. */
const writeTowns = (name: string, towns: number, weak: readonly number[]) =>
  folder.write(
    name,
    [
      'geo_city,geo_state,geo_url,phone,intro',
      ...Array.from(
        { length: towns },
        (_, town) => `Town ${town},Texas,town-${town},555,${weak.includes(town) ? 'Call us.' : tell(town)}`,
      ),
      '',
    ].join('\n'),
  );
const towns = writeTowns('towns.csv', 5, [1, 3]);

let outCount = 0;
async function build(...flags: string[]) {
  outCount += 1;
  const out = folder.resolve(`out-${outCount}`);
  const result = await runGeoloom(['build', '--seed', seed, '--rows', towns, '--out', out, ...flags]);
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  return { ...result, out, read };
}

const listFields = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<wp:${name}>(?:<!\\[CDATA\\[)?([^\\]<]*)`, 'g'))].map(([, value]) => value);

describe('build --gate', () => {
  it('leaves out the pages that score less, and names them', async () => {
    const { code, stdout, read, out } = await build('--gate', '60:leave-out');
    expect(code).toBe(0);
    expect(stdout).toContain('3 of 5 pages ready to import, 2 held back by the quality gate.');
    expect(stdout).toContain('https://clearwater.example/plumber-in-town-1/');
    const slugs = ['plumber-in-town-0', 'plumber-in-town-2', 'plumber-in-town-4'];
    expect(listFields(read('plumber.xml'), 'post_name')).toEqual(slugs);
    expect(read('formed-links.html').trim().split('\n')).toHaveLength(3);
    expect(folder.list(out.slice(folder.path.length))).toEqual([
      'formed-links.html',
      'manifest.json',
      'plumber.xml',
    ]);
    const { pages, skipped, gate } = JSON.parse(read('manifest.json'));
    const score = expect.any(Number) as unknown;
    expect({ pages, skipped, gate }).toEqual({
      pages: 3,
      skipped: 0,
      gate: {
        below: 60,
        action: 'leave-out',
        held: [1, 3].map((town) => ({
          title: `Plumber in Town ${town}`,
          url: `https://clearwater.example/plumber-in-town-${town}/`,
          row: town + 2,
          score,
        })),
      },
    });
    for (const held of gate.held) expect(held.score).toBeLessThan(60);
  });

  it('makes drafts of them', async () => {
    const { code, stdout, read } = await build('--gate', '60:draft', '--json');
    expect(code).toBe(0);
    expect(listFields(read('plumber.xml'), 'status')).toEqual([
      'publish',
      'draft',
      'publish',
      'draft',
      'publish',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      pages: 5,
      gate: { below: 60, action: 'draft', held: [{ row: 3 }, { row: 5 }] },
    });
  });

  it('doesn’t link to drafts from [nearby], which drafts still have', async () => {
    const places = [0, 1, 2, 3].map((town) =>
      [
        `Town ${town},Texas,town-${town},555,${town === 1 ? 'Call us.' : tell(town)}`,
        `30.${town},-97.${town}`,
      ].join(','),
    );
    const rows = folder.write(
      'places.csv',
      ['geo_city,geo_state,geo_url,phone,intro,lat,lng', ...places, ''].join('\n'),
    );
    const content = '<p>[intro]</p><p>Near: [nearby 1]<a href="[near_url]">[near_city]</a>[/nearby]</p>';
    const nearby = folder.write('nearby.xml', writeSeed({ content, metas: {} }));
    const { code, read } = await build('--gate', '80:draft', '--rows', rows, '--seed', nearby);
    expect(code).toBe(0);
    const pages = readPages(Buffer.from(read('nearby.xml')));
    const near = pages.map(({ fields }) => /Near: .*?>(Town \d)</.exec(fields['content:encoded'] ?? '')?.[1]);
    expect(pages.map(({ fields }) => fields['wp:status'])).toEqual([
      'publish',
      'draft',
      'publish',
      'publish',
    ]);
    expect([near[1], near.includes('Town 1')]).toEqual(['Town 2', false]);
    expect(near[0]).toBe('Town 2');
  });

  it('adds noindex to them through the SEO plugin of the seed, and leaves them public', async () => {
    const { code, stdout, read } = await build('--gate', '60:NoIndex');
    expect(code).toBe(0);
    expect(stdout).toContain('5 of 5 pages ready to import, 2 of them with noindex');
    const items = read('plumber.xml').split('<item>').slice(1);
    expect(items.map((item) => item.includes('_yoast_wpseo_meta-robots-noindex'))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(listFields(read('plumber.xml'), 'status')).toEqual(Array(5).fill('publish'));
  });

  it('writes the same files as without it if no page scores less', async () => {
    const plain = await build('--split', 'none');
    const gated = await build('--split', 'none', '--gate', '1:leave-out');
    expect(gated.stdout).toContain('5 of 5 pages ready to import, none held back by the quality gate.');
    expect(gated.read('plumber.xml')).toBe(plain.read('plumber.xml'));
    expect(JSON.parse(gated.read('manifest.json')).gate.held).toEqual([]);
    expect(JSON.parse(plain.read('manifest.json'))).not.toHaveProperty('gate');
  });

  it('refuses to leave out every page; nothing stays on disk', async () => {
    const before = folder.list();
    const { code, stdout, out } = await build('--gate', '100:leave-out');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'All 5 pages score below 100, so the quality gate would leave out every page. Lower the gate',
    );
    expect([existsSync(out), folder.list()]).toEqual([false, before]);
  });

  it('keeps all pages if all of them are drafts', async () => {
    const { code, stdout } = await build('--gate', '100:draft');
    expect(code).toBe(0);
    expect(stdout).toContain('5 of 5 pages ready to import, 5 of them as drafts');
  });

  it('refuses noindex without the settings of an SEO plugin', async () => {
    const plain = folder.write('plain.xml', writeSeed({ metas: {} }));
    const { code, stdout, out } = await build('--gate', '60:noindex', '--seed', plain);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'Pages can’t be held back with noindex: the seed has no settings of an SEO plugin',
    );
    expect(existsSync(out)).toBe(false);
  });

  it('refuses rows that are too long to be measured', async () => {
    const long = 'x'.repeat(60_000);
    const rows = Array.from(
      { length: 350 },
      (_, town) => `Town ${town},Texas,town-${town},555,Hello,${long}`,
    );
    const path = folder.write(
      'long.csv',
      ['geo_city,geo_state,geo_url,phone,intro,notes', ...rows, ''].join('\n'),
    );
    const { code, stdout } = await build('--gate', '60:leave-out', '--rows', path);
    expect(code).toBe(1);
    expect(stdout).toContain('The quality gate can’t be applied: the limit is 100,000 pages');
  });

  it.each(['60', '0:draft', '101:draft', '60:delete', '59.5:draft'])(
    'rejects the malformed %s',
    async (gate) => {
      const { code, stderr } = await build('--gate', gate);
      expect(code).toBe(2);
      expect(stderr).toContain('60:leave-out, 60:draft or 60:noindex');
    },
  );

  it('isn’t an option of test, whose samples aren’t measured', async () => {
    const args = ['test', '--seed', seed, '--rows', towns, '--out', folder.resolve('sample')];
    expect((await runGeoloom([...args, '--gate', '60:draft'])).code).toBe(2);
  });

  it('holds back the pages below one that is left out, with the reason', async () => {
    const parents = folder.write(
      'parents.csv',
      [
        'geo_city,geo_state,geo_url,phone,intro,key,page_parent',
        'Texas,TX,texas,555,Call us.,tx,',
        `Waco,TX,waco,555,${tell(1)},waco,tx`,
        `Tulsa,OK,tulsa,555,${tell(2)},tulsa,`,
        '',
      ].join('\n'),
    );
    const { code, read } = await build('--gate', '60:leave-out', '--rows', parents);
    expect(code).toBe(0);
    expect(listFields(read('plumber.xml'), 'post_name')).toEqual(['plumber-in-tulsa']);
    const { held } = JSON.parse(read('manifest.json')).gate;
    expect(held).toMatchObject([{ row: 2 }, { row: 3, reason: 'Its parent, row 2, is left out.' }]);
    expect(held[0]).not.toHaveProperty('reason');
  });

  describe('with files without URLs', () => {
    const names = folder.write(
      'names.csv',
      'key,geo_city,geo_url\na,München,m\nb,東京,t\nc,"Fallon #2 / St. Louis?",f\n',
    );
    const buildNodes = (title: string, rows = names) => {
      const nodes = `<nodes><node><title>${title}</title><guid>1</guid><status>1</status><created>1700000000</created><body>Some text in [geo_city]</body></node></nodes>`;
      const path = folder.write('nodes.xml', nodes);
      return build('--gate', '100:draft', '--seed', path, '--rows', rows);
    };

    it('finds the rows of pages by their titles', async () => {
      const { stdout } = await buildNodes('Plumber in [geo_city]');
      expect(stdout).toContain('3 of them as drafts because of the quality gate');
    });

    it('refuses pages if no row can be found', async () => {
      const { code, stdout } = await buildNodes('Plumber');
      expect(code).toBe(1);
      expect(stdout).toContain(
        'The quality gate can’t be applied: the files don’t show which page belongs to which row.',
      );
    });

    it('measures the others if some rows can’t be found, and names those', async () => {
      const twins = folder.write(
        'twins.csv',
        'key,geo_city,geo_url,state\na,Waco,a,\nb,Waco,b,\nc,Hico,plumber-in-tx,TX\n',
      );
      const { code, stdout } = await buildNodes('Plumber[if state] in [state][/if]', twins);
      expect(code).toBe(0);
      expect(stdout).toContain('1 of them as a draft because of the quality gate');
      expect(stdout).toContain(
        '2 pages aren’t held back, whatever they score, because the files have no URLs and their titles don’t show their rows: row 2, row 3.',
      );
    });
  });

  it('notes that HubSpot’s table also lists drafts', async () => {
    const post = writePage({ metas: {} }).replace('[CDATA[page]]', '[CDATA[post]]');
    const posts = folder.write('posts.xml', writeSeed().replace(writePage(), post));
    const { code, stdout } = await build('--gate', '60:draft', '--type', 'hubspot', '--seed', posts);
    expect(stdout).toContain('The 2 pages held back as drafts are also in the table next to the parts');
    expect(code).toBe(0);
  });
});

const TEXT = 'Call us in [geo_city], [geo_state]: [phone]. [intro]';
const SEO = { _yoast_wpseo_title: '[geo_city] plumber' };
const ELEMENTOR = JSON.stringify([
  {
    id: 'a1',
    elType: 'container',
    settings: [],
    elements: [
      {
        id: 'b2',
        elType: 'widget',
        widgetType: 'text-editor',
        settings: { editor: `<p>${TEXT}</p>` },
        elements: [],
      },
    ],
  },
]);

describe.each([
  ['classic', { content: `<p>${TEXT}</p>`, metas: SEO }],
  ['blocks', { content: `<!-- wp:paragraph -->\n<p>${TEXT}</p>\n<!-- /wp:paragraph -->`, metas: SEO }],
  [
    'Elementor',
    { content: '', metas: { ...SEO, _elementor_edit_mode: 'builder', _elementor_data: ELEMENTOR } },
  ],
])('a gate at 60 for WordPress pages in the form %s', (name, page) => {
  const form = folder.write(`${name}.xml`, writeSeed(page));

  it.each([
    ['leave-out', ['publish', 'publish', 'publish'], []],
    ['draft', ['publish', 'draft', 'publish', 'draft', 'publish'], []],
    ['noindex', Array(5).fill('publish'), [1, 3]],
  ])('holds back with %s', async (action, statuses, noindexed) => {
    const { code, read } = await build('--gate', `60:${action}`, '--seed', form);
    expect(code).toBe(0);
    const pages = readPages(Buffer.from(read(`${name}.xml`)));
    expect(pages.map(({ fields }) => fields['wp:status'])).toEqual(statuses);
    const isNoindex = pages.map(({ metas }) =>
      metas.some(([key, value]) => key === '_yoast_wpseo_meta-robots-noindex' && value === '1'),
    );
    expect([...isNoindex.keys()].filter((index) => isNoindex[index])).toEqual(noindexed);
    const { held } = JSON.parse(read('manifest.json')).gate;
    expect(held).toMatchObject([{ row: 3 }, { row: 5 }]);
  });
});
