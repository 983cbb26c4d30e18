import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { tellSeedTooLarge } from '#engine';
import { createInspectSession, type InspectMessage } from './inspect.worker.ts';

const fixtures = 'web/features/projects/form/fixtures';
const load = (name: string) => new File([readFileSync(`${fixtures}/${name}`)], name);

let posted: InspectMessage[];
let receive: ReturnType<typeof createInspectSession>;

beforeEach(() => {
  posted = [];
  receive = createInspectSession((message) => void posted.push(message));
});

const answers = () => posted.filter((message) => message.kind === 'answer');
const lastInspection = () => answers().at(-1)?.inspection;

describe('reading in the worker', () => {
  test('a seed alone, then with a sheet', async () => {
    await receive({ kind: 'change', revision: 1, seed: load('seed.xml') });
    expect(lastInspection()?.seed?.placeholders.every(({ state }) => state !== 'column')).toBe(true);
    await receive({ kind: 'change', revision: 2, sheet: { file: load('towns.csv') } });
    expect(lastInspection()?.outcome).toMatchObject({ pages: 12, skipped: 0 });
    expect(answers().map(({ revision }) => revision)).toEqual([1, 2]);
  });

  test('the images of the project fill their placeholders, and without them those are refused', async () => {
    const text = readFileSync(`${fixtures}/seed.xml`, 'utf8').replace(
      '<h2>',
      '<img alt="[image_2_alt]"><h2>',
    );
    const images = ['a', 'b'].map((name) => ({ url: `https://site.example/${name}.jpg`, alt: name }));
    const sheet = { file: load('towns.csv') };
    await receive({ kind: 'change', revision: 1, seed: new File([text], 'seed.xml'), sheet });
    const faults = () => lastInspection()?.problems.filter(({ severity }) => severity === 'fault');
    expect(faults()?.map(({ code }) => code)).toEqual(['image-missing']);
    expect(faults()?.map((problem) => problem.text)).toEqual([
      '[image_2_alt] refers to a primary image that the project doesn’t have. Upload primary images to the project, add a column of that name, or keep it as it is (on the command line: --keep image_2_alt).',
    ]);
    await receive({ kind: 'change', revision: 2, images });
    expect(faults()).toEqual([]);
    expect(lastInspection()?.outcome?.pages).toBe(12);
    expect(lastInspection()?.table?.columns.map(({ name }) => name)).not.toContain('image_1');
    await receive({ kind: 'change', revision: 3, images: images.slice(0, 1) });
    expect(faults()).toHaveLength(1);
  });

  test('a new footer does not ask for the files again', async () => {
    const sheet = { file: load('towns.csv') };
    await receive({ kind: 'change', revision: 1, seed: load('seed.xml'), sheet });
    await receive({ kind: 'change', revision: 2, footer: '<b>[geo_city]</b>' });
    expect(lastInspection()?.outcome?.firstLink?.html).toBe('<b>Houston</b>');
  });

  test('changes that come while it reads are taken together; only the newest is answered', async () => {
    const first = receive({ kind: 'change', revision: 1, sheet: { file: load('towns-with-problems.csv') } });
    const second = receive({ kind: 'change', revision: 2, sheet: { file: load('towns.csv') } });
    const third = receive({ kind: 'change', revision: 3, seed: load('seed.xml') });
    await Promise.all([first, second, third]);
    expect(answers().map(({ revision }) => revision)).toEqual([3]);
    expect(lastInspection()?.outcome?.pages).toBe(12);
  });

  test('one of two fixes that a row needs is taken; one that changes nothing is not', async () => {
    const seed = readFileSync(`${fixtures}/seed.xml`, 'utf8').replaceAll(
      'roof-repair-geo_url',
      'roof-repair-geo_city',
    );
    const [head] = readFileSync(`${fixtures}/towns.csv`, 'utf8').split(/\r?\n/);
    const text = `${head}\nHouston,TX,1,houston,Storms,yes\nHouston,TX,2,houston,Storms,yes\n`;
    await receive({ kind: 'change', revision: 1, seed: new File([seed], 'seed.xml'), sheet: { text } });
    const codes = () => lastInspection()?.table?.cellProblems.map(({ code }) => code);
    expect(codes()).toEqual(['slug-doubled']);
    await receive({ kind: 'fix-cell', id: 1, row: 3, field: 'phone', value: '3' });
    expect(posted.at(-1)).toEqual({ kind: 'sheet-text', id: 1 });
    await receive({ kind: 'fix-cell', id: 2, row: 3, field: 'geo_city', value: 'Houston-2' });
    const fixed = posted.at(-1);
    const better = fixed?.kind === 'sheet-text' ? (fixed.text ?? '') : '';
    expect(better).toContain('Houston-2,TX,2,houston');
    await receive({ kind: 'change', revision: 2, sheet: { text: better } });
    expect(codes()).toEqual(['key-doubled']);
  });

  test('pasted text is read as a sheet, and taking it away leaves none', async () => {
    await receive({ kind: 'change', revision: 1, sheet: { text: 'geo_city\tgeo_url\nHouston\thouston' } });
    expect(lastInspection()?.table).toMatchObject({ delimiter: '\t', rowCount: 1, file: 'Pasted data' });
    await receive({ kind: 'change', revision: 2, sheet: null });
    expect(lastInspection()?.table).toBeUndefined();
  });

  test('a seed beyond 20 MiB is refused before it is read, with its own size', async () => {
    const file = new File(['x'], 'huge.xml');
    Object.defineProperty(file, 'size', { value: 23 * 1024 * 1024 });
    await receive({ kind: 'change', revision: 1, seed: file });
    expect(lastInspection()?.problems).toEqual([tellSeedTooLarge('huge.xml', file.size)]);
  });

  test('a sheet beyond 32 MiB is refused before it is read', async () => {
    const file = new File(['x'], 'huge.csv');
    Object.defineProperty(file, 'size', { value: 32 * 1024 * 1024 + 1 });
    await receive({ kind: 'change', revision: 1, sheet: { file } });
    expect(lastInspection()?.problems.map(({ code }) => code)).toEqual(['sheet-too-large']);
  });

  test('a file that the browser cannot read any more is a problem of that file', async () => {
    const gone = (name: string) => {
      const file = new File(['x'], name);
      file.slice = () => {
        throw new DOMException('gone', 'NotFoundError');
      };
      return file;
    };
    await receive({ kind: 'change', revision: 1, seed: gone('a.xml'), sheet: { file: gone('b.csv') } });
    expect(lastInspection()?.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'file-unreadable a.xml',
      'file-unreadable b.csv',
    ]);
  });

  test('a ZIP archive that is no spreadsheet is refused, whatever its name', async () => {
    const file = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])], 'towns.csv');
    await receive({ kind: 'change', revision: 1, sheet: { file } });
    expect(lastInspection()?.problems).toMatchObject([
      { code: 'sheet-not-readable', severity: 'fault', file: 'towns.csv' },
    ]);
  });
});

describe('a header that is not in the first row', () => {
  test('is a problem of the whole sheet, also where rows can be shown', async () => {
    const text = '\n\ngeo_city,Geo City,geo_url\nHouston,Waco,houston\n';
    await receive({ kind: 'change', revision: 1, seed: load('seed.xml'), sheet: { text } });
    const faults = lastInspection()?.problems.filter(({ code }) => code === 'header-doubled');
    expect(faults).toMatchObject([{ severity: 'fault', row: 3, field: 'geo_city' }]);
    expect(lastInspection()?.table?.rowCount).toBe(1);
  });
});

describe('fixing a placeholder', () => {
  const given = () => ({ seed: load('seed-misspelt.xml'), sheet: { file: load('towns.csv') } });

  test('gives the bytes of the seed without the mistake', async () => {
    await receive({ kind: 'change', revision: 1, ...given() });
    await receive({ kind: 'fix', id: 7, wrong: '[geo_cty]', right: '[geo_city]' });
    const fixed = posted.at(-1);
    expect(fixed).toMatchObject({ kind: 'fixed', id: 7 });
    const bytes = fixed?.kind === 'fixed' ? fixed.bytes : undefined;
    expect(new TextDecoder().decode(bytes)).toBe(readFileSync(`${fixtures}/seed.xml`, 'utf8'));
  });

  test('gives nothing where the seed would not be well afterwards', async () => {
    await receive({ kind: 'change', revision: 1, ...given() });
    await receive({ kind: 'fix', id: 1, wrong: '[geo_cty]', right: '[geo_nowhere]' });
    await receive({ kind: 'fix', id: 2, wrong: '[not_there]', right: '[geo_city]' });
    expect(posted.filter(({ kind }) => kind === 'fixed')).toEqual([
      { kind: 'fixed', id: 1 },
      { kind: 'fixed', id: 2 },
    ]);
  });
});

describe('converting other tools’ spellings', () => {
  const seed = (written: string) =>
    new File([readFileSync(`${fixtures}/seed.xml`, 'utf8').replace('<h2>', `<h2>${written} `)], 'seed.xml');

  test('gives the bytes of the seed with brackets, and what was rewritten', async () => {
    await receive({
      kind: 'change',
      revision: 1,
      seed: seed('%geo_city%'),
      sheet: { file: load('towns.csv') },
    });
    await receive({ kind: 'convert', id: 3 });
    const fixed = posted.at(-1);
    expect(fixed).toMatchObject({
      kind: 'fixed',
      id: 3,
      fixes: [{ wrong: '%geo_city%', right: '[geo_city]' }],
    });
    const bytes = fixed?.kind === 'fixed' ? fixed.bytes : undefined;
    expect(new TextDecoder().decode(bytes)).toBe(await seed('[geo_city]').text());
  });

  test('gives nothing where there are none, and without a sheet', async () => {
    await receive({ kind: 'change', revision: 1, seed: seed('%geo_city%') });
    await receive({ kind: 'convert', id: 1 });
    await receive({ kind: 'change', revision: 2, seed: seed(''), sheet: { file: load('towns.csv') } });
    await receive({ kind: 'convert', id: 2 });
    expect(posted.filter(({ kind }) => kind === 'fixed')).toEqual([
      { kind: 'fixed', id: 1 },
      { kind: 'fixed', id: 2 },
    ]);
  });
});

describe('removing facts that all pages would share', () => {
  const draft = () =>
    new File(
      [readFileSync(`${fixtures}/seed.xml`, 'utf8').replaceAll('[CDATA[publish]]', '[CDATA[draft]]')],
      'seed.xml',
    );
  const ask = async (code: string) => {
    await receive({ kind: 'change', revision: 1, seed: draft(), sheet: { file: load('towns.csv') } });
    const [fix] = answers().at(-1)?.inspection.seed?.fixes ?? [];
    await receive({
      kind: 'remove-fact',
      id: 3,
      fact: { code, line: fix?.line ?? 0, column: fix?.column ?? 0, done: 'draft removed' },
    });
    return posted.at(-1);
  };

  test('gives the seed with the edit that its problem offers', async () => {
    const fixed = await ask('status-hidden');
    const bytes = fixed?.kind === 'fixed' ? fixed.bytes : undefined;
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('<wp:status><![CDATA[publish]]></wp:status>');
    expect(text.length).toBe((await draft().text()).length + 'publish'.length - 'draft'.length);
  });

  test('gives nothing for a problem that is not there', async () => {
    expect(await ask('noindex-shared')).toEqual({ kind: 'fixed', id: 3 });
  });
});

describe('what goes beyond the answer', () => {
  test('a seed that cannot be read comes with the lines around its first fault', async () => {
    const text = readFileSync(`${fixtures}/seed.xml`, 'utf8').replace('</channel>', '</chanel>');
    await receive({ kind: 'change', revision: 1, seed: new File([text], 'seed.xml') });
    const [answer] = answers();
    expect(answer?.inspection.seed).toBeUndefined();
    expect(answer?.broken?.excerpt.some((line) => line.text.includes('</chanel>'))).toBe(true);
    expect(answer?.inspection.problems[0]?.line).toBe(answer?.broken?.line);
  });

  test('all rows with a problem come as a sheet, more than an answer lists, and nothing in it runs', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `=T${index},a,b`);
    await receive({
      kind: 'change',
      revision: 1,
      sheet: { text: `geo_city,intro\n${rows.join('\n')}\nSalem,x\n` },
    });
    await receive({ kind: 'problem-sheet', id: 7 });
    const sheet = posted.find((message) => message.kind === 'sheet-text');
    const lines = sheet?.text?.trimEnd().split('\r\n') ?? [];
    expect([sheet?.id, lines.length]).toEqual([7, 1501]);
    expect(lines[0]).toBe('\ufeffgeo_city,intro,row_in_sheet,problem');
    expect(lines[1]).toMatch(/^'=T0,a,2,/);
    expect(lines[1500]).toMatch(/^'=T1499,a,1501,/);
  });

  test('rows with a notice come all of them too, each once, although an answer has one notice of a kind', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => `Town ${index},TX,,town-${index},x,yes`);
    const text = `geo_city,state_code,phone,geo_url,local_intro,open_sunday\n${rows.join('\n')}\n`;
    await receive({ kind: 'change', revision: 1, seed: load('seed.xml'), sheet: { text } });
    expect(lastInspection()?.table?.problemCount).toBe(1);
    await receive({ kind: 'problem-sheet', id: 8 });
    const sheet = posted.find((message) => message.kind === 'sheet-text');
    const lines = sheet?.text?.trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(401);
    expect(lines[400]).toMatch(/^Town 399,TX,,town-399,x,yes,401,"?phone: The cell is empty/);
  });

  test('the text of a sheet in two encodings is what was read, letter by letter', async () => {
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('geo_city,x\nMünchen,ä\nKöln,'),
      0xe9,
      ...new TextEncoder().encode('\n'),
    ]);
    await receive({ kind: 'change', revision: 1, sheet: { file: new File([bytes], 'towns.csv') } });
    await receive({ kind: 'sheet-text', id: 9 });
    const sheet = posted.find((message) => message.kind === 'sheet-text');
    expect(sheet?.text).toBe('geo_city,x\nMünchen,ä\nKöln,é\n');
  });

  test('the text of a sheet that was given a moment ago is that of the new sheet', async () => {
    await receive({ kind: 'change', revision: 1, sheet: { text: 'geo_city\nHouston' } });
    const given = receive({
      kind: 'change',
      revision: 2,
      seed: load('seed.xml'),
      sheet: { file: new File(['geo_city\nSalem'], 'towns.csv') },
    });
    await receive({ kind: 'sheet-text', id: 4 });
    await given;
    expect(posted.find((message) => message.kind === 'sheet-text')).toEqual({
      kind: 'sheet-text',
      id: 4,
      text: 'geo_city\nSalem',
    });
  });

  test('without a sheet there are no rows to hand over', async () => {
    await receive({ kind: 'problem-sheet', id: 3 });
    expect(posted).toEqual([{ kind: 'sheet-text', id: 3 }]);
  });
});
