/** Exports of Drupal from file to proven files, read back by a parser and by what importers do with its texts. */
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import {
  buildFormat,
  type Damage,
  expectShape,
  listFaultCodes,
  readSeedFixture,
  makeHostileRows,
  listRefusalProblems,
  getShownText,
  testDamage,
} from '#testkit/format-build.ts';

const SITE = 'https://www.lonestar.example';
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'phone', 'tagline'],
  ['Austin', 'TX', 'austin-tx', '5125550134', 'Fast'],
  ['Waco', 'TX', 'waco-tx', '2545550134', 'Fast, too'],
];

type Fields = Record<string, string>;

/** Records at a path, each with its texts by their paths; of a repeated one the first. */
function recordsAt(xml: string, recordPath: string): Fields[] {
  const records: Fields[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  const depth = recordPath.split('/').length;
  let fields: Fields | undefined;
  const parser = new SaxesParser({ xmlns: true });
  const addText = (text: string) => {
    texts[names.length] = (texts[names.length] ?? '') + text;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    names.push(name);
    texts[names.length] = '';
    if (names.join('/') !== recordPath) return;
    fields = { '@key': attributes['key']?.value ?? '' };
    records.push(fields);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (fields && names.length > depth) fields[names.slice(depth).join('/')] ??= texts[names.length] ?? '';
    if (names.length === depth) fields = undefined;
    names.pop();
  });
  parser.write(xml).close();
  return records;
}

const REFERENCES: Fields = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
/** `htmlspecialchars_decode()`, which Node Export does after its parser. */
const decodeOnce = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot);/g, (found) => REFERENCES[found] ?? found);

interface Shape {
  name: string;
  path: string;
  /** Text of a record with the value, as its importer gets it. */
  read: (fields: Fields) => string;
  /** Expected text: `§` for the value, `#` for the row's number. */
  wanted: string;
  unique: string[];
}

const SHAPES: readonly Shape[] = [
  {
    name: 'feeds',
    path: 'root/item',
    read: (fields) => fields['note'] ?? '',
    wanted: 'Garage\u00a0Doors & §',
    unique: ['guid'],
  },
  {
    name: 'views',
    path: 'response/item',
    read: ({ body }) => getShownText(body ?? ''),
    wanted: '§',
    unique: ['@key', 'uuid', 'path'],
  },
  {
    name: 'entity',
    path: 'response/item',
    read: (fields) => getShownText(fields['body/processed'] ?? ''),
    wanted: '§ in Town #',
    unique: ['@key', 'uuid/value', 'path/alias'],
  },
  {
    name: 'migrate',
    path: 'data/geo_page',
    read: (fields) => fields['book_details/text'] ?? '',
    wanted: '§',
    unique: ['unique_id'],
  },
  {
    name: 'd7-views',
    path: 'nodes/node',
    read: (fields) => getShownText(fields['Body'] ?? ''),
    wanted: '§',
    unique: ['Nid', 'Path'],
  },
  {
    name: 'node-export',
    path: 'node_export/node',
    read: (fields) => getShownText(decodeOnce(fields['body/und/n0/value'] ?? '')),
    wanted: '§ in Town #',
    unique: ['uuid', 'path/alias'],
  },
  {
    name: 'rss',
    path: 'rss/channel/item',
    read: (fields) => getShownText(fields['description'] ?? ''),
    wanted: '§',
    unique: ['guid', 'link'],
  },
  {
    name: 'atom',
    path: 'feed/entry',
    read: (fields) => getShownText(fields['content'] ?? ''),
    wanted: '§',
    unique: ['id'],
  },
];

const drupal = (seed: string, rows = ROWS, split: { bytes: number; pages: number } | null = null) =>
  buildFormat(seed, rows, { format: 'drupal', site: SITE, split });
const loadSeed = (name: string) => readSeedFixture(`drupal/${name}/seed.xml`);

describe.each(SHAPES)('hostile values in the shape $name', ({ name, path, read, wanted, unique }) => {
  const { rows, values } = makeHostileRows();
  const built = drupal(loadSeed(name), rows);
  const records = recordsAt(built.text, path);

  it('arrive as they are in the sheet, one record per row, each with its own identity', () => {
    expect(built.skipped).toBe(0);
    const found = records.map((fields) => ({
      identity: unique.map((field) => fields[field]),
      texts: [[read(fields), wanted]] as const,
      all: Object.values(fields).join('\n'),
    }));
    expectShape(`Drupal, ${name}`, values, found);
  });

  it('pass the audit', () => {
    const verdict = built.audit();
    expect(listFaultCodes(verdict.problems)).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, pages: values.length });
  });
});

describe('an export of Drupal', () => {
  it('lists what users select in the importer: records, unique key, title, alias and filled fields', () => {
    const listSelectors = (name: string) =>
      drupal(loadSeed(name)).selectors.map(({ name: what, path }) => `${what} ${path}`);
    expect(listSelectors('entity')).toEqual([
      'Record /response/item',
      'Unique key uuid/value',
      'Title title/value',
      'Path alias path/alias',
      'body body/value',
      'field_image field_image/alt',
    ]);
    expect(listSelectors('views')).toEqual([
      'Record /response/item',
      'Title title',
      'Unique key uuid',
      'Path alias path',
      'body body',
    ]);
    expect(listSelectors('atom')).toEqual([
      'Record /feed/entry',
      'Title title',
      'Unique key id',
      'content content',
    ]);
  });

  it('gives each entry of an Atom feed its own ID and URL', () => {
    const { text } = drupal(loadSeed('atom'));
    expect(text.match(/<link [^>]*href="[^"]*"/g)?.slice(1)).toEqual([
      `<link rel="alternate" type="text/html" href="${SITE}/plumber-in-austin"`,
      `<link rel="alternate" type="text/html" href="${SITE}/plumber-in-waco"`,
    ]);
    for (const { id } of recordsAt(text, 'feed/entry')) expect(id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  });

  it('drops the numbers of its site and keeps everything else', () => {
    const [first] = recordsAt(drupal(loadSeed('entity')).text, 'response/item');
    expect(first).toMatchObject({
      'nid/value': '',
      'vid/value': '',
      'path/pid': '',
      'type/target_id': 'page',
      'created/value': '2025-06-01T08:00:00+00:00',
      'path/alias': '/plumber-in-town-austin-tx',
      'field_image/url': `${SITE}/sites/default/files/van.jpg`,
      'uid/url': '/user/1',
    });
  });

  it('clones several kinds together and rewrites references between them', () => {
    const { text } = drupal(loadSeed('migrate'));
    const pages = recordsAt(text, 'data/geo_page');
    const photos = recordsAt(text, 'data/geo_photo');
    expect(pages.map((fields) => fields['photo_file'])).toEqual(photos.map((fields) => fields['photo_id']));
    expect(new Set(photos.map((fields) => fields['photo_id'])).size).toBe(2);
    expect(recordsAt(text, 'data/config')).toHaveLength(1);
  });

  it('is split between records; static records are only in the first file', () => {
    const built = drupal(loadSeed('migrate'), ROWS, { bytes: 1_000_000, pages: 1 });
    const texts = built.files.map(({ bytes }) => new TextDecoder().decode(bytes));
    expect(texts.map((text) => recordsAt(text, 'data/geo_page').length)).toEqual([1, 1]);
    expect(texts.map((text) => recordsAt(text, 'data/config').length)).toEqual([1, 0]);
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });

  it('reports a missing site URL, and the files that can’t be fetched without it', () => {
    const built = buildFormat(loadSeed('entity'), ROWS, { format: 'drupal' });
    expect(built.problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['site-missing', 'file-relative']),
    );
  });

  it('can have an unclosed prolog, and named entities outside of CDATA', () => {
    const seed =
      '<?xml version="1.0"><root><item><guid>1</guid><title>Caf&eacute;&nbsp;[geo_city]</title></item></root>';
    const { text } = drupal(seed);
    expect(text.startsWith('<?xml version="1.0"?>')).toBe(true);
    const titles = recordsAt(text, 'root/item').map((fields) => fields['title']);
    expect(titles).toEqual(['Caf\u00e9\u00a0Austin', 'Caf\u00e9\u00a0Waco']);
  });

  it('uses the first record with a placeholder of a list', () => {
    expect(drupal(loadSeed('views')).problems).toContainEqual(
      expect.objectContaining({
        code: 'records-skipped',
        text: expect.stringContaining('<item> on line 2'),
      }),
    );
  });

  it('can have seven kinds of records', () => {
    const kinds = [...'abcdefg'].map(
      (kind) => `<${kind}><id>${kind}1</id><title>[geo_city]</title></${kind}>`,
    );
    const { text } = drupal(`<data>${kinds.join('')}</data>`);
    for (const kind of 'abcdefg') expect(recordsAt(text, `data/${kind}`)).toHaveLength(2);
  });

  it.each<[string, string | Uint8Array, string, RegExp]>([
    [
      'a sitemap',
      '<urlset><url><loc>[geo_city]</loc></url></urlset>',
      'seed-not-drupal',
      /sitemap.*Views Data Export/,
    ],
    [
      'no placeholder',
      '<root><item><title>Austin</title></item></root>',
      'no-placeholder',
      /no placeholders/,
    ],
    [
      'a name that fits no column',
      '<root><item><title>[geo_city] [geo_ctiy]</title></item></root>',
      'placeholder-unknown',
      /geo_ctiy/,
    ],
    ['nothing below the root', '<root/>', 'seed-no-record', /no record/],
  ])('is refused with what to do: %s', (_what, seed, code, text) => {
    const problem = listRefusalProblems('drupal', seed, ROWS).find((each) => each.code === code);
    expect(problem).toMatchObject({ code, severity: 'fault' });
    expect(problem?.text).toMatch(text);
  });

  it('can be in UTF-16, and is written in UTF-8', () => {
    const units = Uint16Array.from(`\ufeff${loadSeed('views')}`, (letter) => letter.charCodeAt(0));
    expect(listFaultCodes(listRefusalProblems('drupal', new Uint8Array(units.buffer), ROWS))).toEqual([]);
  });
});

describe('the audit of Drupal', () => {
  const built = drupal(loadSeed('views'));
  const uuids = recordsAt(built.text, 'response/item').map(({ uuid }) => uuid ?? '');
  const DAMAGE: readonly Damage[] = [
    ['the same uuid', (text) => text.replace(uuids[1] ?? '', uuids[0] ?? ''), 'duplicate-uuid'],
    ['a uuid that is invalid', (text) => text.replace(uuids[1] ?? '', 'abc'), 'malformed-uuid'],
    ['the same alias', (text) => text.replace('plumber-waco-tx', 'plumber-austin-tx'), 'duplicate-alias'],
    ['an alias with a blank', (text) => text.replace('plumber-waco-tx', 'plumber waco'), 'malformed-alias'],
    ['the same key', (text) => text.replace('key="1"', 'key="0"'), 'duplicate-key'],
    ['no title', (text) => text.replace(/<title>.*?<\/title>/, '<title/>'), 'title-empty'],
    ['a title that is too long', (text) => text.replace('in Waco', `in ${'x'.repeat(300)}`), 'title-long'],
    [
      'markup without CDATA',
      (text) => text.replace('<![CDATA[<p>Fast</p>]]>', 'x<p>Fast</p>'),
      'markup-in-leaf',
    ],
    ['a placeholder', (text) => text.replace('in Waco', 'in [geo_city]'), 'placeholder-unfilled'],
    [
      'a number of the old site',
      (text) => text.replace('<status>', '<nid>7</nid><status>'),
      'number-preserved',
    ],
    [
      'a missing record',
      (text) => `${text.slice(0, text.lastIndexOf('<item'))}</response>\n`,
      'pages-missing',
    ],
    ['a file that is cut off', (text) => text.slice(0, -20), 'malformed-xml'],
    ['a bare &', (text) => text.replace('<status>On', '<status>On & Off'), 'malformed-xml'],
    ['an empty guid', (text) => text.replace('<status>', '<guid/><status>'), 'guid-empty'],
    ['another root', (text) => text.replaceAll('response>', 'nodes>'), 'records-missing'],
  ];

  testDamage(built, DAMAGE);

  it('finds a placeholder in the page of a row with brackets', () => {
    const rows = ROWS.map((row, index) => (index === 2 ? row.with(4, 'See [note] here') : row));
    const noted = drupal(loadSeed('views'), rows);
    expect(listFaultCodes(noted.audit().problems)).toEqual([]);
    const damaged = noted.audit(noted.text.replace('in Waco', 'in [geo_city]'));
    expect(listFaultCodes(damaged.problems)).toEqual(['placeholder-unfilled']);
  });
});
