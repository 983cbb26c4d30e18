/** Invalid input on the command line: it is refused or reported, and never leaves partial output. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Problem, reportSeedTooLarge } from '#engine';
import { readFooterFile } from './build-input.ts';
import {
  createTestFolder,
  runGeoloom,
  type TestFolder,
  writePage,
  writeSeed,
  writeSheet,
} from './command-fixture.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

interface Answer {
  ok: boolean;
  pages: number;
  skipped: number;
  problems: Problem[];
}

async function build(
  seed: string | Uint8Array,
  sheet: string | Uint8Array,
  more: readonly string[] = [],
): Promise<Answer & { code: number | null }> {
  const paths = [folder.write('seed.xml', seed), folder.write('rows.csv', sheet)];
  const flags = [
    '--seed',
    paths[0] ?? '',
    '--rows',
    paths[1] ?? '',
    '--out',
    folder.resolve('out'),
    '--json',
  ];
  const { code, stdout } = await runGeoloom(['build', ...flags, ...more]);
  const answer: Answer = JSON.parse(stdout);
  return { ...answer, code };
}

/** Expects no output, and a message for each fault. */
function expectRefusal(answer: Answer & { code: number | null }): Problem[] {
  expect(answer).toMatchObject({ ok: false, code: 1, pages: 0, parts: [] });
  expect(folder.list()).toEqual(['rows.csv', 'seed.xml']);
  const faults = answer.problems.filter(({ severity }) => severity === 'fault');
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) {
    expect(fault.code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(fault.text).toMatch(/^.{20,}[.?!)]$/s);
  }
  return faults;
}

const ROWS = writeSheet(3);
const SEED = writeSeed();

describe('a seed that is refused', () => {
  const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
${SEED.slice(SEED.indexOf('<rss'))}`;
  const SITEMAP =
    '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/</loc></url></urlset>';
  const PLACED: [string, string][] = [
    ['is not XML', 'Just a text, no markup at all.\n'],
    ['is cut short', SEED.slice(0, SEED.indexOf('</content:encoded>') - 40)],
    ['has a tag that is not closed', SEED.replace('</channel>', '')],
    ['holds a DOCTYPE', SEED.replace('<rss ', '<!DOCTYPE rss SYSTEM "http://a.example/x.dtd">\n<rss ')],
    ['is an entity bomb', LAUGHS],
  ];
  for (const [name, seed] of PLACED) {
    it(`${name}: with line and column`, async () => {
      const faults = expectRefusal(await build(seed, ROWS));
      expect(faults[0]).toMatchObject({
        file: 'seed.xml',
        line: expect.any(Number),
        column: expect.any(Number),
      });
    });
  }

  const OTHERS: [string, string | Uint8Array][] = [
    ['is empty', ''],
    ['is a sitemap', SITEMAP],
    [
      'is an HTML page',
      '<!doctype html>\n<html><head><title>Sign in</title></head><body><p>Hello<br></body></html>\n',
    ],
    ['is a plugin backup', '{"version":"7.89","packages":[{"name":"backup"}]}'],
    ['is an archive', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3, 4, 5, 6])],
    [
      'is an export of another kind',
      '<?xml version="1.0"?>\n<response><item key="0"><title>[geo_city]</title></item></response>',
    ],
    ['has no items', SEED.replace(writePage(), '')],
    [
      'has two pages with placeholders',
      writeSeed({}, { id: 43, slug: 'roofer-geo_city', title: 'Roofer in [geo_city]' }),
    ],
  ];
  for (const [name, seed] of OTHERS) {
    it(`${name}: refused with the reason`, async () => {
      const faults = expectRefusal(await build(seed, ROWS, ['--type', 'wordpress']));
      expect(faults.some(({ file }) => file === 'seed.xml')).toBe(true);
    });
  }

  it('names both pages if two have placeholders', async () => {
    const { problems } = await build(
      writeSeed({}, { id: 43, slug: 'roofer-geo_city', title: 'Roofer in [geo_city]' }),
      ROWS,
    );
    const text = problems.map((problem) => problem.text).join(' ');
    expect(text).toContain('Plumber in');
    expect(text).toContain('Roofer in');
  });

  it('is larger than 20 MiB: refused before it is read', async () => {
    const bytes = 20 * 1024 * 1024 + 1;
    const answer = await build(new Uint8Array(bytes), ROWS);
    expect(expectRefusal(answer)[0]).toEqual(reportSeedTooLarge('seed.xml', bytes));
  });

  it('doesn’t exist, or is a folder: the message has its path', async () => {
    for (const [seed, code] of [
      ['nowhere.xml', 'file-missing'],
      ['.', 'file-is-folder'],
    ] as const) {
      const rows = folder.write('rows.csv', ROWS);
      const flags = [
        '--seed',
        folder.resolve(seed),
        '--rows',
        rows,
        '--out',
        folder.resolve('out'),
        '--json',
      ];
      const { stdout, code: exit } = await runGeoloom(['build', ...flags]);
      expect(exit).toBe(1);
      expect(JSON.parse(stdout).problems).toContainEqual(
        expect.objectContaining({ code, severity: 'fault' }),
      );
    }
  });
});

describe('placeholders without a match', () => {
  it('refuses a seed without any and names columns that could be used', async () => {
    const plain = writeSeed({ title: 'Plumber', slug: 'plumber', content: '<p>Call us.</p>', metas: {} });
    const text = expectRefusal(await build(plain, ROWS))
      .map((fault) => fault.text)
      .join(' ');
    expect(text).toMatch(/geo_city/);
  });

  it('refuses a misspelled one with its line and column, and suggests the nearest column', async () => {
    const seed = writeSeed({ content: '<p>Call us.</p>\n<p>We work in [geo_ctiy].</p>' });
    const line = seed.slice(0, seed.indexOf('[geo_ctiy]')).split('\n').length;
    const faults = expectRefusal(await build(seed, ROWS));
    expect(faults[0]?.text).toContain('[geo_ctiy]');
    expect(faults[0]?.text).toContain('[geo_city]');
    expect(faults[0]).toMatchObject({ file: 'seed.xml', line, column: expect.any(Number) });
  });

  it('leaves shortcodes and escaped brackets as they are', async () => {
    const content = '<p>[geo_city]</p>[gallery ids="1"] [embed] [map][/map] [[geo_city]]';
    const sheet = 'geo_city,geo_url,lat,lng\nAustin,austin-tx,30.2,-97.7\n';
    const { ok, pages, code } = await build(writeSeed({ content }), sheet);
    expect({ ok, pages, code }).toEqual({ ok: true, pages: 1, code: 0 });
    const page = readFileSync(folder.resolve('out/seed.xml'), 'utf8');
    for (const text of ['[gallery ids="1"]', '[embed]', '[map][/map]', '[[geo_city]]'])
      expect(page).toContain(text);
  });

  it('refuses a name without a column, unless --keep has it', async () => {
    const seed = writeSeed({ content: '<p>[geo_city], [owner] [zip]</p>' });
    const faults = expectRefusal(await build(seed, ROWS));
    expect(faults.map(({ text }) => text.slice(0, 7))).toEqual(['[owner]', '[zip] h']);
    expect(faults[0]?.text).toContain('--keep owner');
    const kept = await build(seed, ROWS, ['--keep', 'owner,[zip]']);
    expect(kept).toMatchObject({ ok: true, code: 0 });
    expect(readFileSync(folder.resolve('out/seed.xml'), 'utf8')).toContain(', [owner] [zip]</p>');
    const manifest = JSON.parse(readFileSync(folder.resolve('out/manifest.json'), 'utf8'));
    expect(manifest.keep).toEqual(['owner', 'zip']);
  });
});

describe('a placeholder without a column', () => {
  const seed = () => writeSeed({ content: '<p>[geo_city], [owner], [fax]</p>' });

  it('is filled by the column or the text of --match and --fill, and the manifest records it', async () => {
    const rows = 'geo_city,geo_url,Run by\nWaco,waco,Ann\n';
    const built = await build(seed(), rows, [
      '--match',
      '[owner]=Run by',
      '--fill',
      'fax=',
      '--fill',
      'geo_city=A=B',
    ]);
    expect(built).toMatchObject({ ok: true, code: 0 });
    expect(readFileSync(folder.resolve('out/seed.xml'), 'utf8')).toContain('<p>A=B, Ann, </p>');
    const manifest = JSON.parse(readFileSync(folder.resolve('out/manifest.json'), 'utf8'));
    expect(manifest.columns).toEqual({
      owner: { column: 'Run by' },
      fax: { text: '' },
      geo_city: { text: 'A=B' },
    });
  });

  it('refuses the seed if --match names a missing column', async () => {
    const faults = expectRefusal(await build(seed(), ROWS, ['--match', 'owner=Run by', '--fill', 'fax=']));
    expect(faults.map(({ text }) => text)).toEqual([
      '[owner] is matched with the column "Run by", which the sheet doesn’t have. Match it with another column.',
    ]);
  });
});

describe('an export with several pages', () => {
  const other = { id: 90, title: 'Roofer in [geo_city]', slug: 'roofer-in-geo_city' };
  const whole = writeSeed({}, other);

  it('is refused with their names, and built with the one that --page names', async () => {
    const [fault] = expectRefusal(await build(whole, ROWS));
    expect(fault?.text).toContain('--page');
    expect(fault?.text).toContain('"Roofer in [geo_city]" (page, id 90,');
    const built = await build(whole, ROWS, ['--page', 'roofer-in-geo_city']);
    expect(built).toMatchObject({ ok: true, code: 0, pages: 3 });
    expect(readFileSync(folder.resolve('out/seed.xml'), 'utf8')).toContain('Roofer in ');
    const manifest = JSON.parse(readFileSync(folder.resolve('out/manifest.json'), 'utf8'));
    expect(manifest.page).toBe('roofer-in-geo_city');
  });

  it('is refused if no page has the name of --page', async () => {
    const [fault] = expectRefusal(await build(whole, ROWS, ['--page', 'roofers']));
    expect(fault).toMatchObject({ code: 'page-unknown', text: expect.stringContaining('"roofers"') });
  });

  it('is shown by inspect with the page that --page names', async () => {
    const rows = folder.write('rows.csv', ROWS);
    const seed = folder.write('seed.xml', whole);
    const args = ['inspect', '--seed', seed, '--rows', rows, '--json'];
    const open = JSON.parse((await runGeoloom(args)).stdout);
    expect(open).toMatchObject({ ok: false, seed: { choices: [{ id: 42 }, { id: 90 }] } });
    const chosen = JSON.parse((await runGeoloom([...args, '--page', '90'])).stdout);
    expect(chosen).toMatchObject({ ok: true, seed: { pattern: { id: 90 } } });
  });
});

describe('a sheet that is refused', () => {
  const SHEETS: [string, string | Uint8Array][] = [
    ['is empty', ''],
    ['has a header only', 'geo_city,geo_state,geo_url,phone,intro\n'],
    ['is binary', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82])],
    ['is a broken Excel file', Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8])],
    ['is an HTML page', '<!DOCTYPE html>\n<html><body>Sign in to continue</body></html>\n'],
  ];
  for (const [name, sheet] of SHEETS) {
    it(`that ${name} is refused`, async () => {
      const faults = expectRefusal(await build(SEED, sheet));
      expect(faults.some(({ file }) => file === 'rows.csv')).toBe(true);
    });
  }

  it('has a duplicate header: names both columns', async () => {
    const sheet = 'geo_city,Geo City,geo_url\nAustin,Austin,austin-tx\n';
    const faults = expectRefusal(await build(SEED, sheet));
    expect(faults.map((fault) => fault.text).join(' ')).toMatch(/geo_city.*Geo City|Geo City.*geo_city/);
  });

  it('has no column for the slug', async () => {
    const seed = writeSeed({
      slug: 'plumber',
      title: 'Plumber [phone]',
      content: '<p>[phone]</p>',
      metas: {},
    });
    expectRefusal(await build(seed, 'phone,street\n555,Main\n556,Oak\n'));
  });

  it('reports all problems of seed and sheet at once', async () => {
    const faults = expectRefusal(await build('no markup', 'geo_city,geo_url\n'));
    expect(new Set(faults.map(({ file }) => file))).toEqual(new Set(['seed.xml', 'rows.csv']));
  });
});

describe('skipped rows', () => {
  async function expectLoss(lines: string[], row: number): Promise<Problem> {
    const answer = await build(SEED, `${ROWS}${lines.join('\n')}\n`);
    expect(answer).toMatchObject({ ok: true, code: 3, pages: 3, skipped: lines.length });
    expect(folder.list('out')).toContain('seed.xml');
    const loss = answer.problems.find((problem) => problem.severity === 'loss' && problem.row === row);
    expect(loss).toMatchObject({ file: 'rows.csv' });
    return loss ?? { code: '', severity: 'loss', text: '' };
  }

  it('skips a ragged row', async () => {
    const loss = await expectLoss(['Austin,Texas,austin-tx,555,intro,one too many'], 5);
    expect(loss.text).toMatch(/6/);
    expect(loss.text).toMatch(/5/);
  });

  it('skips a row with an empty slug', async () => {
    const answer = await build(writeSeed({ slug: 'geo_url' }), `${ROWS}???,Texas,!!!,555,intro\n`);
    expect(answer).toMatchObject({ ok: true, code: 3, pages: 3, skipped: 1 });
    expect(answer.problems).toContainEqual(expect.objectContaining({ severity: 'loss', row: 5 }));
  });

  it('refuses the run when no row is left', async () => {
    const faults = expectRefusal(
      await build(SEED, 'geo_city,geo_state,geo_url,phone,intro\nA,B,c,1,x,more\nC,D,e,1,x,more\n'),
    );
    expect(faults).toContainEqual(expect.objectContaining({ code: 'no-ready-rows', file: 'rows.csv' }));
  });

  it('skips all rows after the first with the same slug, each on its own line', async () => {
    const lines = ['Town 2,Texas,town-2-tx,555,a', 'Town 2,Texas,town-2-tx,555,b'];
    expect((await expectLoss(lines, 5)).text).toContain('3');
    folder.remove();
    folder = createTestFolder();
    expect((await expectLoss(lines, 6)).text).toContain('3');
  });

  it('skips a row with a cell over 65,535 bytes', async () => {
    const loss = await expectLoss([`Austin,Texas,austin-tx,555,${'x'.repeat(65_536)}`], 5);
    expect(loss.field).toBe('intro');
  });

  it('skips a row whose slug exceeds 200 bytes', async () => {
    await expectLoss([`${'Llanfair'.repeat(30)},Texas,${'long-'.repeat(50)},555,x`], 5);
  });

  it('accepts a cell of 60,000 characters', async () => {
    const { code, pages } = await build(SEED, `${ROWS}Austin,Texas,austin-tx,555,${'x'.repeat(60_000)}\n`);
    expect({ code, pages }).toEqual({ code: 0, pages: 4 });
  });
});

describe('values that are cleaned or changed with a notice', () => {
  it('drops control characters', async () => {
    const { code, problems, pages } = await build(SEED, `${ROWS}Aus\u0001tin,Texas,austin-tx,555,x\n`);
    expect({ code, pages }).toEqual({ code: 0, pages: 4 });
    expect(problems).toContainEqual(
      expect.objectContaining({ severity: 'notice', row: 5, field: 'geo_city' }),
    );
    expect(readFileSync(folder.resolve('out/seed.xml'), 'utf8')).toContain('Plumber in Austin');
  });

  it('changes slugs that WordPress would change', async () => {
    const seed = writeSeed({ slug: 'geo_url', title: '[geo_city]' });
    const sheet =
      'geo_city,geo_state,geo_url,phone,intro\nBeverly Hills,California,90210,555,x\nFeed,Texas,feed,556,y\n';
    const { code, problems, pages } = await build(seed, sheet);
    expect({ code, pages }).toEqual({ code: 0, pages: 2 });
    expect(problems.find(({ text }) => text.includes('WordPress keeps the slug "90210"'))).toMatchObject({
      severity: 'notice',
      row: 2,
      text: expect.stringMatching(/ The same in 1 more row: 3$/),
    });
    const text = readFileSync(folder.resolve('out/seed.xml'), 'utf8');
    expect(text).toContain('90210-2');
    expect(text).toContain('feed-2');
  });
});

describe('values with markup and code', () => {
  it('are ordinary text: every page is imported', async () => {
    const values = [
      'O:8:"stdClass":0:{}',
      's:3:"abc";',
      ']]>',
      '-->',
      '</script>',
      '</style>',
      '{{',
      '[gallery]',
      '[geo_city]',
      '$1',
      '\\0',
      '\\\\',
      '"\'“”‘’«»`',
      '<b>bold</b>',
      '&amp;',
      'مرحبا',
      '🚿🔧',
    ];
    const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
    const lines = values.map(
      (value, index) => `${quote(value)},Texas,town-${index}-tx,${quote(value)},${quote(value)}`,
    );
    const content =
      '<!-- wp:heading {"label":"[geo_city]"} --><h1 title="[geo_city]">[geo_city]</h1><!-- /wp:heading --><script>show("[phone]")</script><style>a::after{content:"[phone]"}</style><a href="/find?q=[intro]">x</a>';
    const metas = {
      _plain: '[geo_city]',
      _box: 'a:1:{s:1:"t";s:10:"[geo_city]";}',
      _elementor_data: '[{"t":"[intro]"}]',
    };
    const seed = writeSeed({ slug: 'geo_url', content, metas });
    const sheet = `geo_city,geo_state,geo_url,phone,intro\n${lines.join('\n')}\n`;
    const answer = await build(seed, sheet);
    expect(answer).toMatchObject({ ok: true, code: 0, pages: values.length, skipped: 0 });
  });
});

describe('a footer link template that', () => {
  it('is larger than 1 MiB is refused with its own message', () => {
    const { problems, text } = readFooterFile(folder.write('footer.html', 'x'.repeat(1024 * 1024 + 1)));
    expect(text).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'footer-too-large', severity: 'fault', file: 'footer.html' }]);
    expect(problems[0]?.text).toMatch(/^The footer link template/);
  });
});
