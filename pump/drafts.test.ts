/** Inspections of drafts, and fixes that are applied only if they help. */
import { describe, expect, it } from 'vitest';
import {
  createPartAudit,
  createExpectation,
  checkParts,
  layoutParts,
  planPages,
  prepareProject,
  readSeed,
} from '#engine';
import { measureCpuMs } from '#testkit/cpu-time.ts';
import { writeExcel, writeWorkbook } from '#testkit/workbook-file.ts';
import { collectFiles, type SeedSpec, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import { type DraftSheet, readDraftSheet, readSheetText } from './draft-sheet.ts';
import { fixDraft } from './fix-draft.ts';
import { type DraftInput, inspectDraft, listProblemRows } from './inspect-draft.ts';
import { openPlaces } from './places-sheet.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const csv = (text: string): DraftSheet => ({ file: 'towns.csv', bytes: utf8(text) });

function draft(sheet: DraftSheet | string, seed: SeedSpec = {}, rest: Partial<DraftInput> = {}): DraftInput {
  return {
    format: 'wordpress',
    seed: { file: 'seed.xml', bytes: wxrSeed(seed) },
    sheet: typeof sheet === 'string' ? csv(sheet) : sheet,
    places: () => openPlaces(),
    ...rest,
  };
}

const losses = (input: DraftInput) =>
  (inspectDraft(input).inspection.table?.cellProblems ?? []).filter(({ severity }) => severity === 'loss');

/** Builds the files of a draft, and audits them. */
function run({ seed, sheet, ...options }: DraftInput) {
  const { seed: read } = readSeed(seed?.bytes ?? new Uint8Array(), 'seed.xml');
  const { table } = sheet ? readDraftSheet(sheet) : {};
  if (!read || !table) throw new Error('the draft has no seed or no rows');
  const { project, problems } = prepareProject({ ...options, seed: read, table, key: 'k' });
  if (!project) throw new Error(JSON.stringify(problems));
  const layout = layoutParts(planPages(project), { name: 'pages', split: null });
  const { files } = collectFiles(layout);
  const parts = files.map(({ name, bytes }) => {
    const audit = createPartAudit({
      format: 'wordpress',
      file: name,
      flaws: project.flaws,
      now: '2030-01-01 00:00:00',
    });
    audit.push(bytes);
    return audit.end();
  });
  const verdict = checkParts(parts, { ...createExpectation(layout), limitBytes: null });
  return { pages: layout.pages, skipped: layout.skipped, problems: layout.plan.problems, ok: verdict.ok };
}

const DUPLICATES = 'geo_city,geo_url,note\nWaco,waco,a\nUlm,ulm,"b\nc"\nWaco East,waco,d\nBonn,waco,e\n';

describe('a duplicate row', () => {
  it('is removed by the first remedy, or gets an unused URL by the second', () => {
    expect(losses(draft(DUPLICATES)).map(({ row, remedies }) => [row, remedies])).toEqual([
      [
        4,
        [
          { label: 'Remove duplicate row', done: 'Row 4 removed', fix: { kind: 'remove-row', row: 4 } },
          {
            label: 'Change its URL',
            done: 'URL of row 4 changed to waco-2',
            fix: { kind: 'cell', row: 4, field: 'geo_url', value: 'waco-2' },
          },
        ],
      ],
      [
        5,
        [
          { label: 'Remove duplicate row', done: 'Row 5 removed', fix: { kind: 'remove-row', row: 5 } },
          {
            label: 'Change its URL',
            done: 'URL of row 5 changed to waco-3',
            fix: { kind: 'cell', row: 5, field: 'geo_url', value: 'waco-3' },
          },
        ],
      ],
    ]);
  });

  it('gets no slug of another row or record of the export', () => {
    const sheet = 'geo_city,geo_url\nWaco,waco\nUlm,waco-2\nBonn,waco\n';
    const seed = { behind: [{ id: 60, title: 'Other', slug: 'plumber-waco-3' }] };
    expect(losses(draft(sheet, seed))[0]?.remedies?.[1]?.fix).toMatchObject({ value: 'waco-4' });
  });

  it.each<[string, string, SeedSpec]>([
    ['is built from the town', 'geo_city,note\nWaco,a\nWaco,b\n', {}],
    ['names the town itself', 'geo_city,geo_url\nWaco,waco\nWaco,ulm\n', { slug: 'plumber-geo_city' }],
    ['also appears in the text', 'geo_city,geo_url\nWaco,waco\nUlm,waco\n', { content: '<p>[geo_url]</p>' }],
    [
      'appears in the name of an image',
      'geo_city,geo_url\nWaco,waco\nUlm,waco\n',
      { content: '<img alt="[geo_url]" src="/a.jpg">' },
    ],
  ])('is only removed if its URL %s', (_, sheet, seed) => {
    const found = losses(draft(sheet, seed)).flatMap(({ remedies = [] }) =>
      remedies.map(({ label }) => label),
    );
    expect(found).toEqual(['Remove duplicate row']);
  });

  it('has its URL changed in the matched column if the column is only used in links', () => {
    const seed = { content: '<a href="/[geo_url]/">x</a><a href="[page_url]">y</a>' };
    const columns = { geourl: { column: 'Ending' } };
    const input = draft('geo_city,Ending\nWaco,waco\nUlm,waco\n', seed, { columns });
    expect(losses(input)[0]?.remedies?.[1]?.fix).toEqual({
      kind: 'cell',
      row: 3,
      field: 'Ending',
      value: 'waco-2',
    });
  });

  it.each([0, 1])('is also fixed in the next run by remedy %i', (index) => {
    const before = run(draft(DUPLICATES));
    expect(before).toMatchObject({ pages: 2, skipped: 2 });
    let input = draft(DUPLICATES);
    for (let count = 0; count < 2; count += 1) {
      const fix = losses(input)[0]?.remedies?.[index];
      const fixed = fix && fixDraft(input, fix.fix);
      expect(fixed?.done).toEqual([fix?.done]);
      input = { ...input, sheet: { file: 'towns.csv', bytes: fixed?.sheet ?? new Uint8Array() } };
    }
    const inspected = inspectDraft(input).inspection.outcome;
    expect(losses(input)).toEqual([]);
    expect(run(input)).toMatchObject({ pages: inspected?.pages, skipped: 0, ok: true });
    expect(decode(input.sheet?.bytes)).toBe(
      index === 0
        ? 'geo_city,geo_url,note\nWaco,waco,a\nUlm,ulm,"b\nc"\n'
        : 'geo_city,geo_url,note\nWaco,waco,a\nUlm,ulm,"b\nc"\nWaco East,waco-2,d\nBonn,waco-3,e\n',
    );
  });
});

describe('other rows that are skipped', () => {
  it('have a URL filled in or shortened, and a key changed', () => {
    const long = 'x'.repeat(250);
    const rows = [
      'Waco,TX,,a,9',
      `Ulm,BW,${long},b,9`,
      'Bonn,NW,bonn,c,9',
      'Kiel,SH,kiel,c,9',
      'Mainz,RP,mainz,c,9',
    ];
    const sheet = `geo_city,geo_state,geo_url,key,capacity\n${rows.join('\n')}\n`;
    const fixes = losses(draft(sheet)).map(({ remedies = [] }) =>
      remedies.map(({ label, fix }) => [label, fix]),
    );
    expect(fixes).toEqual([
      [['Fill in its URL', { kind: 'cell', row: 2, field: 'geo_url', value: 'waco-tx' }]],
      [['Shorten its URL', { kind: 'cell', row: 3, field: 'geo_url', value: 'x'.repeat(120) }]],
      [['Change its key', { kind: 'cell', row: 5, field: 'key', value: 'c-2' }]],
      [['Change its key', { kind: 'cell', row: 6, field: 'key', value: 'c-3' }]],
    ]);
  });

  it.each([
    ['has no URL', 'geo_city,geo_state,geo_url\nWaco,TX,\nUlm,BW,\n'],
    ['ends before its URL', 'geo_city,geo_state,geo_url\nWaco,TX\nUlm\n'],
    ['has a URL that is too long', `geo_city,geo_url\nWaco,${'x'.repeat(250)}\nUlm,${'y'.repeat(250)}\n`],
  ])('are fixed one by one if each row %s', (_, sheet) => {
    let input = draft(sheet);
    for (const row of [2, 3]) {
      const [remedy] = losses(input).find((loss) => loss.row === row)?.remedies ?? [];
      const fixed = remedy && fixDraft(input, remedy.fix);
      expect(fixed?.done).toEqual([remedy?.done]);
      input = draft({ file: 'towns.csv', bytes: fixed?.sheet ?? new Uint8Array() });
    }
    expect(run(input)).toMatchObject({ pages: 2, skipped: 0, ok: true });
  });

  it('have no remedy if only the user knows the value', () => {
    expect(losses(draft('geo_city,geo_url\n,waco\n')).flatMap(({ remedies = [] }) => remedies)).toEqual([]);
  });
});

describe('a row with an ambiguous town', () => {
  const seed = { content: '<p>[geo_city]: [geo_population]</p>' };
  const ask = (sheet: string, rest: Partial<DraftInput> = {}) =>
    (inspectDraft(draft(sheet, seed, rest)).inspection.table?.cellProblems ?? []).filter(
      ({ code }) => code === 'place-ambiguous',
    );

  it('lists the candidates, one of which is chosen by a fix', () => {
    const sheet = 'geo_city,geo_state,geo_url\nWaco,TX,waco\nMidway,FL,midway\n';
    const [problem] = ask(sheet);
    expect(problem?.text).toMatch(
      /^\d places are called Midway, FL: .*Gadsden County \(32343, population [\d,]+\)/,
    );
    const chosen = problem?.remedies?.find(({ label }) => label === 'Use Gadsden County');
    expect(chosen?.fix).toEqual({ kind: 'cell', row: 3, field: 'county', value: 'Gadsden County' });
    const fixed = fixDraft(draft(sheet, seed), chosen?.fix ?? { kind: 'convert' });
    expect(fixed?.done).toEqual(['Row 3 is Midway in Gadsden County']);
    expect(decode(fixed?.sheet)).toBe(
      'geo_city,geo_state,geo_url,county\nWaco,TX,waco\nMidway,FL,midway,Gadsden County\n',
    );
    expect(ask(decode(fixed?.sheet))).toEqual([]);
    expect(run(draft(decode(fixed?.sheet), seed))).toMatchObject({
      ok: true,
      pages: 2,
      skipped: 0,
    });
  });

  it('is fixed in an existing column, never in one with another value', () => {
    const field = (sheet: string) =>
      ask(sheet)[0]?.remedies?.map(({ fix }) => fix.kind === 'cell' && fix.field);
    expect(field('city,state,Geo County\nMidway,FL,\n')).toContain('Geo County');
    expect(field('city,state,county,Postal code\nMidway,FL,Gadsn,\n')).toContain('Postal code');
    const label = (sheet: string) => ask(sheet)[0]?.remedies?.[0]?.label;
    expect(label('city,state,county,zip\nMidway,FL,Gadsn,\n')).toBe('Use 32343, Gadsden County');
    expect(label('city,url\nSpringfield,s\n')).toBe('Use Greene County, MO');
    expect(field('city,state,county,zip\nMidway,FL,Gadsn,1\n')).toBeUndefined();
    expect(field('city,url\nSpringfield,s\n')).toHaveLength(5);
  });

  it('is also fixed in a combination, and stays unambiguous with the stored values of a run', () => {
    const combined = csv('service\nRoofing\nDrains\n');
    const sheet = 'geo_city,geo_state\nMidway,FL\n';
    const [problem, other] = ask(sheet, { combined });
    expect(other).toBeUndefined();
    const { fix } = problem?.remedies?.[0] ?? {};
    const fixed = fix && fixDraft(draft(sheet, seed, { combined }), fix);
    expect(ask(decode(fixed?.sheet), { combined })).toEqual([]);
    const values = ['Gadsden County', '', '', '', '3467', ''];
    const cells = ['Midway', 'FL', 'Gadsden County', '', '', ''];
    expect(ask(sheet, { knownTowns: [{ key: '', cells, values }] })).toEqual([]);
  });
});

describe('a change of a row', () => {
  it('isn’t applied if it doesn’t help the row, and never drops a page', () => {
    const change = (value: string) =>
      fixDraft(draft(DUPLICATES), { kind: 'cell', row: 4, field: 'geo_url', value });
    expect(change('ulm')).toBeUndefined();
    expect(change('waco-9')?.done).toEqual(['geo_url of row 4 changed to waco-9']);
    expect(
      fixDraft(draft(DUPLICATES), { kind: 'cell', row: 4, field: 'nothing', value: 'x' }),
    ).toBeUndefined();
    expect(
      fixDraft(draft(DUPLICATES), { kind: 'cell', row: 40, field: 'geo_url', value: 'x' }),
    ).toBeUndefined();
    expect(fixDraft(draft(DUPLICATES), { kind: 'remove-row', row: 2 })).toBeUndefined();
    expect(fixDraft(draft(DUPLICATES), { kind: 'remove-row', row: 1 })).toBeUndefined();
  });

  it('leaves all other rows unchanged: semicolons, quotes, line ends and unnamed columns', () => {
    const sheet = 'sep=;\r\ngeo_city; geo_url;;note\r\n"Waco";waco;x;"a ""b"""\r\n\r\nUlm;waco;;" c "\r\n';
    const fixed = fixDraft(draft(sheet), { kind: 'cell', row: 4, field: 'geo_url', value: 'ulm' });
    expect(decode(fixed?.sheet)).toBe(
      'sep=;\r\ngeo_city; geo_url;;note\r\n"Waco";waco;x;"a ""b"""\r\n\r\nUlm;ulm;; c \r\n',
    );
    expect(decode(fixDraft(draft(sheet), { kind: 'remove-row', row: 4 })?.sheet)).toBe(
      'sep=;\r\ngeo_city; geo_url;;note\r\n"Waco";waco;x;"a ""b"""\r\n\r\n',
    );
  });

  it('of an Excel file makes it the text of the sheet that was read', () => {
    const rows = [
      ['geo_city', 'geo_url'],
      ['Waco', 'waco'],
      ['Köln; "x"', 'waco'],
    ];
    const bytes = writeWorkbook({
      sheets: [
        { name: 'Other', rows: [['a'], ['b']] },
        { name: 'Towns', rows },
      ],
    });
    const input = draft({ file: 'towns.xlsx', bytes, sheetName: 'Towns' });
    const fixed = fixDraft(input, { kind: 'cell', row: 3, field: 'geo_url', value: 'koeln' });
    expect(decode(fixed?.sheet)).toBe('geo_city,geo_url\nWaco,waco\n"Köln; ""x""",koeln\n');
  });

  it('repairs double-encoded letters of the rows, all at once', () => {
    const sheet = 'geo_city,geo_url\nKÃ¶ln,koeln\nMÃ¼nchen,muenchen\n';
    const fixed = fixDraft(draft(sheet), { kind: 'letters' });
    expect(decode(fixed?.sheet)).toBe('geo_city,geo_url\nKöln,koeln\nMünchen,muenchen\n');
    expect(fixed?.done).toEqual(['Letters in 2 cells repaired']);
    expect(fixDraft(draft(DUPLICATES), { kind: 'letters' })).toBeUndefined();
  });
});

describe('a change of the seed', () => {
  const good = 'geo_city,geo_url\nWaco,waco\n';

  it('rewrites other spellings, and lists them', () => {
    const fixed = fixDraft(draft(good, { content: '{geo_city} %geo_url%' }), { kind: 'convert' });
    expect(fixed?.done).toEqual(['{geo_city} → [geo_city]', '%geo_url% → [geo_url]']);
    expect(decode(fixed?.seed)).toContain('<![CDATA[[geo_city] [geo_url]]]>');
    expect(fixDraft(draft(good), { kind: 'convert' })).toBeUndefined();
    expect(fixDraft({ format: 'wordpress', sheet: csv(good) }, { kind: 'convert' })).toBeUndefined();
  });

  it('also converts names that the user matched', () => {
    const columns = { town: { column: 'geo_city' } };
    expect(fixDraft(draft(good, { content: '{{town}}' }, { columns }), { kind: 'convert' })?.done).toEqual([
      '{{town}} → [town]',
    ]);
  });

  it('applies an offered fix, which removes the problem from the next inspection and run', () => {
    const metas = [['_yoast_wpseo_canonical', 'https://site.example/one/']] as const;
    const input = draft(good, { metas });
    const { fixes = [] } = inspectDraft(input).inspection.seed ?? {};
    const [offered] = fixes;
    if (!offered) throw new Error('no fix was offered');
    const { code, line, column, done } = offered;
    const fixed = fixDraft(input, { kind: 'seed', code, line, column });
    expect(fixed?.done).toEqual([done]);
    const next = { ...input, seed: { file: 'seed.xml', bytes: fixed?.seed ?? new Uint8Array() } };
    expect(inspectDraft(next).inspection.seed?.fixes).toBeUndefined();
    expect(run(next)).toMatchObject({ pages: 1, ok: true });
    expect(fixDraft(input, { kind: 'seed', code, line: line + 1, column })).toBeUndefined();
  });
});

describe('a misspelled placeholder', () => {
  const rows = 'geo_city,geo_url,state\nWaco,waco,TX\n';
  /** Applies all offered fixes, one after the other. */
  const fixAll = (seed: SeedSpec) => {
    let input = draft(rows, seed);
    const done: string[] = [];
    for (let count = 0; count < 9; count += 1) {
      const [offered] = inspectDraft(input).inspection.seed?.fixes ?? [];
      const fixed = offered && fixDraft(input, { kind: 'seed', ...offered });
      if (!fixed?.seed) break;
      done.push(...fixed.done);
      input = { ...input, seed: { file: 'seed.xml', bytes: fixed.seed } };
    }
    return { input, done, problems: inspectDraft(input).inspection.problems };
  };

  it.each([
    ['[geo–city]', '[geo_city]'],
    ['[geo_city:upper]', '[geo_city | upper]'],
    ['[geo_city, state]', '[geo_city], [state]'],
    ['[geo_city | uper]', '[geo_city | upper]'],
  ])('%s is corrected everywhere, and nothing else changes', (wrong, right) => {
    const written = (name: string): SeedSpec => ({
      title: `[state] ${name}`,
      content: `<p title="${name}">${name}</p><script>var a = "${name}";</script>`,
      metas: [['_elementor_data', `[{"t":"${name}"}]`]],
    });
    const { input, done, problems } = fixAll(written(wrong));
    expect(decode(input.seed?.bytes)).toBe(wxrText(written(right)));
    expect([done, problems]).toEqual([[`${wrong} → ${right}`], []]);
    expect(run(input)).toMatchObject({ pages: 1, ok: true });
  });

  it('drops the backslashes of Markdown', () => {
    const { input, done } = fixAll({ content: '<p>[state] \\[geo_city\\]</p>' });
    expect(decode(input.seed?.bytes)).toBe(wxrText({ content: '<p>[state] [geo_city]</p>' }));
    expect(done).toEqual(['\\[geo_city\\] → [geo_city]']);
  });

  it('that can be corrected is listed once, with its fix', () => {
    const { seed, problems } = inspectDraft(draft(rows, { content: '[state] [geo.city]' })).inspection;
    const [{ line = 0, column = 0 } = {}, ...others] = problems;
    expect(others).toEqual([]);
    expect(seed?.fixes).toEqual([
      {
        code: 'placeholder-malformed',
        line,
        column,
        label: 'Write [geo_city]',
        done: '[geo.city] → [geo_city]',
      },
    ]);
    expect(seed?.placeholders.map(({ text }) => text)).not.toContain('[geo.city]');
  });

  it.each(['[state | shout]', '[geo_city', '[geo_<b>city</b>]'])('%s isn’t offered a column', (written) => {
    const { seed, problems } = inspectDraft(draft(rows, { content: `[state] ${written}` })).inspection;
    expect(problems.map(({ severity }) => severity)).toContain('fault');
    expect(seed?.placeholders.map(({ state }) => state)).not.toContain('unknown');
  });

  it('stays if its text has a length before it, or another form', () => {
    const metas = [['m', 'a:1:{i:0;s:16:"[geo_city:upper]";}']] as const;
    for (const seed of [
      { content: '[state]', metas },
      { content: '[state] &#91;geo_city:upper&#93;' },
      { content: '<!-- wp:x {"a":"[geo\\u2013city] [state]"} /-->' },
    ]) {
      const { done, problems } = fixAll(seed);
      expect(done).toEqual([]);
      expect(problems.map(({ code }) => code)).toContain('placeholder-malformed');
    }
  });
});

describe('the inspection of a draft', () => {
  it('lists problems of rows in the table only', () => {
    const { inspection, platforms, other, broken } = inspectDraft(draft(DUPLICATES));
    expect(inspection.problems.filter(({ code }) => code === 'duplicate-slug')).toEqual([]);
    expect(inspection.table?.problemRowCount).toBe(2);
    expect([platforms, other, broken]).toEqual([[], undefined, undefined]);
  });

  it('names no flags of the command line', () => {
    const second = { id: 90, title: 'Roofer in [geo_city]', slug: 'roofer' };
    const getTexts = (seed: SeedSpec) =>
      inspectDraft(draft('geo_city,geo_url\nWaco,waco\n', seed)).inspection.problems.map(({ text }) => text);
    const texts = [
      ...getTexts({ content: '[geo_zone] {geo_city} [nearby 3] [image_1]' }),
      ...getTexts({ behind: [second] }),
    ];
    expect(texts).toHaveLength(5);
    expect(texts.join('\n')).not.toMatch(/command line|--/);
    expect(texts.join('\n')).toContain(
      'Match it with a column, fix the name in the seed page, or keep it as it is.',
    );
  });

  it('names the platform that the seed more likely comes from, and the place where reading fails', () => {
    expect(inspectDraft(draft(DUPLICATES, {}, { format: 'wix' })).other).toBe('wordpress');
    const bytes = utf8(wxrText().replace('</item>', '</wrong>'));
    const { inspection, broken } = inspectDraft({ format: 'wordpress', seed: { file: 'seed.xml', bytes } });
    expect(inspection.seed).toBeUndefined();
    expect(broken?.mark).toBe('</wrong>');
  });

  it('counts towns for a Geocoder, and reports rows that aren’t towns', () => {
    const sheet = csv('city,lat,lng\nWaco,31.5,-97.1\nUlm,,\n');
    const { inspection } = inspectDraft({ format: 'geocoder', sheet });
    expect(inspection.outcome).toMatchObject({ pages: 1, skipped: 1 });
    expect(inspection.table?.cellProblems.map(({ row, code }) => [row, code])).toEqual([
      [3, 'coordinate-empty'],
    ]);
    const bad = inspectDraft({ format: 'geocoder', sheet, caption: '[nothing]' });
    expect(bad.inspection.problems.map(({ code }) => code)).toContain('placeholder-unknown');
  });

  it('of a thousand rows takes less than half a second', () => {
    const rows = Array.from({ length: 1000 }, (_, row) => `Town ${row},town-${row % 900},Note "${row}"`);
    const content = '<h2>[geo_city]</h2><p>[note] and [geo_state]</p>'.repeat(50);
    const input = draft(`geo_city,geo_url,note\n${rows.join('\n')}\n`, { content });
    inspectDraft(input);
    expect(measureCpuMs(() => inspectDraft(input))).toBeLessThan(500);
  });
});

describe('a sheet', () => {
  it.each<[string, DraftSheet]>([
    [
      'Excel',
      {
        file: 'a.xlsx',
        bytes: writeExcel([
          ['geo_city', 'geo_url', 'note'],
          ['Köln', 'koeln', 'a,"b"\nc'],
          [null],
          ['Ulm', 'ulm', 'x'],
        ]),
      },
    ],
    [
      'UTF-16',
      {
        file: 'a.csv',
        bytes: new Uint8Array(Buffer.from('\ufeffgeo_city;geo_url\nKöln;"a;b"\n\nBonn;bonn\n', 'utf16le')),
      },
    ],
    [
      'the code page of Windows',
      { file: 'a.csv', bytes: new Uint8Array(Buffer.from('geo_city,geo_url\nKöln,koeln\n', 'latin1')) },
    ],
    [
      'a chosen encoding',
      {
        file: 'a.csv',
        bytes: Uint8Array.of(...utf8('geo_city,geo_url\n'), 0xa3, 0xf3, 0x64, 0x9f, ...utf8(',lodz\n')),
        encoding: 'windows-1250',
      },
    ],
    ['skipped rows', { file: 'a.csv', bytes: utf8('geo_city,geo_url\nA,a,too,many\n\nB,b\n') }],
  ])('of %s is stored as a text that gives the same rows and problems', (_, sheet) => {
    const { text } = readSheetText(sheet);
    const getCells = (each: DraftSheet) => {
      const { inspection } = inspectDraft(draft(each));
      const { rows, cellProblems } = inspection.table ?? {};
      return { rows, losses: cellProblems?.filter(({ severity }) => severity === 'loss') };
    };
    expect(getCells(sheet).rows?.length).toBeGreaterThan(0);
    expect(getCells(csv(text ?? ''))).toEqual(getCells(sheet));
  });

  it('that can’t be read has no text, and reports the reason', () => {
    expect(readSheetText(csv('<html></html>'))).toMatchObject({ problems: [{ severity: 'fault' }] });
    expect(readSheetText(csv('<html></html>')).text).toBeUndefined();
  });

  it('exports all rows with a problem, with every reason', () => {
    const rows = Array.from({ length: 1200 }, (_, row) => `Town ${row},same,`);
    const listed = listProblemRows(
      draft(`geo_city,geo_url,problem\n${rows.join('\n')}\n`, { content: '[problem]' }),
    );
    expect(listed?.[0]).toEqual(['geo_city', 'geo_url', 'problem', 'row_in_sheet_2', 'problem_2']);
    expect(listed).toHaveLength(1201);
    expect(listed?.[2]).toEqual([
      'Town 1',
      'same',
      '',
      '3',
      expect.stringContaining('This row repeats row 2'),
    ]);
    expect(listProblemRows({ format: 'wordpress' })).toBeUndefined();
  });
});
