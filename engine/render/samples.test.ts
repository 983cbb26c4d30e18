import { describe, expect, it } from 'vitest';
import {
  layoutParts,
  pickSamples,
  planPages,
  planSamples,
  prepareProject,
  type Project,
  readSamples,
  readSeed,
  type SamplePlan,
} from '#engine';
import { collectFiles, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const HEADER = ['geo_city', 'geo_url'];

function createProject(rows: string[][], content = '[geo_city]', header = HEADER): Project {
  const { seed } = readSeed(wxrSeed({ content }), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project } = prepareProject({ seed, table: readRows([header, ...rows]).table, key: 'test' });
  if (!project) throw new Error('no project');
  return project;
}

const createPlan = (rows: string[][]) => planPages(createProject(rows));

/** Slugs of the sample pages, which are the same whether the whole was planned before or not. */
function listSamples(rows: string[][]): string[] {
  const quick = listSlugs(planSamples(createProject(rows)));
  expect(listSlugs(pickSamples(createPlan(rows)))).toEqual(quick);
  return quick;
}

function listSlugs(plan: SamplePlan): string[] {
  const { files } = collectFiles(layoutParts(plan, { name: 'out', split: null }));
  return files.flatMap(({ bytes }) => readPages(bytes)).map((page) => page.fields['wp:post_name'] ?? '');
}

describe('the three sample pages', () => {
  it('are the first, the longest and the one with most special characters, in the order of the rows', () => {
    const rows = [
      ['Waco', 'first'],
      ['Plain', 'a'],
      [`O'Fallon "West" & <Co>`, 'special'],
      ['B', 'b'],
      ['x'.repeat(200), 'longest'],
    ];
    expect(listSamples(rows)).toEqual(['plumber-first', 'plumber-special', 'plumber-longest']);
  });

  it('are three different rows: where one row is several of them, the next best is taken', () => {
    const first = [`${'x'.repeat(200)} & "<Co>"`, 'first'];
    expect(listSamples([first, ['W&co', 'special'], ['B', 'b'], ['Waco Springs', 'longest']])).toEqual([
      'plumber-first',
      'plumber-special',
      'plumber-longest',
    ]);
    expect(
      listSamples([
        ['Waco', 'a'],
        ['Salem', 'b'],
        ['Salem', 'c'],
      ]),
    ).toEqual(['plumber-a', 'plumber-b', 'plumber-c']);
  });

  it('are fewer if fewer rows become pages', () => {
    expect(
      listSamples([
        ['Waco', 'a'],
        ['Salem', 'b'],
      ]),
    ).toEqual(['plumber-a', 'plumber-b']);
    expect(listSamples([['Waco', 'a']])).toEqual(['plumber-a']);
  });

  it('never are rows that are skipped', () => {
    expect(
      listSamples([
        ['"&<>'.repeat(30), ''],
        ['Waco', 'a'],
        ['Springfield', 'b'],
      ]),
    ).toEqual(['plumber-a', 'plumber-b']);
    expect(pickSamples(createPlan([['Waco', '']]))).toMatchObject({ pages: 0, skipped: 1 });
  });

  it('have the identity that they have in the whole run', () => {
    const rows = [
      ['Waco', 'a'],
      ['B', 'b'],
      ['x'.repeat(99), 'c'],
    ];
    const whole = collectFiles(layoutParts(createPlan(rows), { name: 'out', split: null })).files;
    const few = collectFiles(layoutParts(pickSamples(createPlan(rows)), { name: 'out', split: null })).files;
    const identities = (files: typeof few) =>
      files
        .flatMap(({ bytes }) => readPages(bytes))
        .map(({ fields }) => `${fields.guid} ${fields['wp:post_date']}`);
    expect(identities(whole)).toEqual(expect.arrayContaining(identities(few)));
    expect(identities(few)).toHaveLength(3);
  });

  it.each([...`"#$%&'+/:;<=>?@[]^{|}\\\``])('count %s as a special character', (mark) => {
    const rows = [
      ['Waco', 'first'],
      ['Waco '.repeat(30), 'longest'],
      ['x, y. z-1', 'plain'],
      [`W${mark}co`, 'special'],
    ];
    expect(listSamples(rows)).toEqual(['plumber-first', 'plumber-longest', 'plumber-special']);
  });

  it('know letters of all alphabets from special characters', () => {
    const rows = [
      ['Waco', 'first'],
      ['Waco '.repeat(30), 'longest'],
      ['Łódź Αθήνα', 'letters'],
      ['W&co', 'special'],
    ];
    expect(listSamples(rows)).toEqual(['plumber-first', 'plumber-longest', 'plumber-special']);
  });
});

/** Chance that is the same in every run. */
function createChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('the samples without a whole plan', () => {
  it('are the same rows for the same reasons as in a full plan', () => {
    const chance = createChance(7);
    const letters = ['a', 'é', 'O’', '&', '<b>', '"', ' ', '[x]', '🚰'];
    for (let round = 0; round < 15; round += 1) {
      const rows = Array.from({ length: 60 }, (_, index) => {
        const city = Array.from({ length: 1 + chance(40) }, () => letters[chance(2)]).join('');
        const special = Array.from({ length: chance(4) }, () => letters[chance(letters.length)]).join('');
        // some slugs repeat, some are empty: those rows are skipped
        return [city + special, chance(20) === 0 ? '' : `s-${chance(index + 30)}`];
      });
      const [quick, whole] = [planSamples(createProject(rows)), pickSamples(createPlan(rows))];
      expect(listSlugs(quick)).toEqual(listSlugs(whole));
      expect(quick.reasons).toEqual(whole.reasons);
    }
  });

  it('never are rows that are skipped during filling, or rows that repeat a slug', () => {
    const script = '<script>var at = [geo_city];</script>';
    const numbers = Array.from({ length: 30 }, (_, index) => [String(index), `s-${index}`]);
    const project = createProject(
      [['not a number "&<>" at all', 'skipped'], ...numbers, ['9'.repeat(50), 's-3']],
      script,
    );
    expect(listSlugs(planSamples(project))).toEqual(['plumber-s-0', 'plumber-s-1', 'plumber-s-10']);
    const reading = planPages(project);
    expect(reading.skipped).toBe(2);
  });

  it('report the reason for the whole sheet if all rows are skipped', () => {
    const rows = Array.from({ length: 20 }, () => ['Waco', '']);
    const plan = planSamples(createProject(rows));
    expect(plan).toMatchObject({ pages: 0, skipped: 20, reasons: [] });
    expect(plan.problems.filter(({ code }) => code === 'slug-empty')).toHaveLength(20);
    expect(plan.problems.at(-1)).toMatchObject({ code: 'no-ready-rows', severity: 'fault' });
  });

  it('count the uses of a column: a long cell that is not used makes no long page', () => {
    const rows = [
      ['Waco', 'a', ''],
      ['Waco', 'b', 'x'.repeat(500)],
      ...Array.from({ length: 20 }, (_, index) => ['Waco', `c-${index}`, 'y'.repeat(400)]),
      ['Wacooooooo', 'd', ''],
    ];
    const project = createProject(rows, '[geo_city][geo_city]', [...HEADER, 'note']);
    expect(listSlugs(planSamples(project))).toContain('plumber-d');
  });
});

describe('samples below the page of another row', () => {
  const header = [...HEADER, 'page_parent'];
  const rows = [
    ['Waco', 'first', ''],
    ['Texas', 'texas', ''],
    ['Travis', 'travis', 'plumber-texas'],
    ['x'.repeat(200), 'long', 'plumber-travis'],
    ['B & "C"', 'special', 'plumber-travis'],
  ];
  const readParents = (plan: SamplePlan) => {
    const { files } = collectFiles(layoutParts(plan, { name: 'out', split: null }));
    const pages = files.flatMap(({ bytes }) => readPages(bytes)).map(({ fields }) => fields);
    const slugs = new Map(pages.map((fields) => [fields['wp:post_id'], fields['wp:post_name']]));
    return pages.map((fields) => [fields['wp:post_name'], slugs.get(fields['wp:post_parent'] ?? '')]);
  };

  it('come with these pages, which aren’t shown as samples', () => {
    const project = createProject(rows, '[geo_city]', header);
    for (const plan of [planSamples(project), pickSamples(planPages(project))]) {
      expect(readParents(plan)).toEqual([
        ['plumber-first', undefined],
        ['plumber-texas', undefined],
        ['plumber-travis', 'plumber-texas'],
        ['plumber-long', 'plumber-travis'],
        ['plumber-special', 'plumber-travis'],
      ]);
      expect(readSamples(plan).map(({ why, title }) => [why, title.slice(0, 20)])).toEqual([
        ['first', 'Plumber in Waco'],
        ['longest', 'Plumber in xxxxxxxxx'],
        ['special', 'Plumber in B & "C"'],
      ]);
    }
  });

  it('are skipped with a page that is', () => {
    const skipped = rows.map((row) => (row[1] === 'texas' ? ['', 'texas', ''] : row));
    expect(readParents(planSamples(createProject(skipped, '[geo_city]', header)))).toEqual([
      ['plumber-first', undefined],
    ]);
  });
});
