import { describe, expect, it } from 'vitest';
import { auditText, codes, item, type ItemSpec, check, wxr } from './wxr-fixture.ts';

/** Problems of a single item: `code severity`. */
function listProblems(spec: ItemSpec, now?: string): string[] {
  const part = auditText(wxr([item(spec)]), now === undefined ? {} : { now });
  return part.problems.map(({ code, severity }) => `${code} ${severity}`);
}

describe('one item', () => {
  it.each<[string, ItemSpec, string]>([
    ['a slug that WordPress changes', { slug: 'New York' }, 'slug-changed fault'],
    ['a slug over 200 bytes', { slug: 'a'.repeat(201) }, 'slug-long fault'],
    ['a slug of digits', { slug: '90210' }, 'slug-reserved fault'],
    ['an empty slug', { slug: '' }, 'slug-empty notice'],
    ['a guid with an ampersand', { guid: 'https://a.example/?p=1&amp;q=2' }, 'malformed-guid notice'],
    ['a guid with a space', { guid: 'https://a.example/a b' }, 'malformed-guid notice'],
    ['a guid that isn’t an address', { guid: 'urn:uuid:1' }, 'malformed-guid notice'],
    ['an empty guid', { guid: '' }, 'malformed-guid notice'],
    ['a guid over 255 characters', { guid: `https://a.example/${'é'.repeat(238)}` }, 'guid-long fault'],
    [
      'a date that is invalid',
      { date: '2024-02-30 10:00:00', gmt: '2024-02-29 10:00:00' },
      'date-invalid fault',
    ],
    ['a date in another form', { date: '2024-03-05', gmt: '2024-03-05 00:00:00' }, 'date-format notice'],
    ['no date', { date: '', gmt: '' }, 'date-empty notice'],
    ['a GMT date that is invalid', { date: '2024-03-05 10:00:00', gmt: 'soon' }, 'date-gmt-invalid notice'],
    ['an unknown status', { status: 'published' }, 'status-unknown notice'],
    ['an auto-draft', { status: 'auto-draft' }, 'auto-draft fault'],
    ['a title over 65,535 bytes', { title: 'é'.repeat(32_768) }, 'title-long fault'],
    ['an excerpt over 65,535 bytes', { excerpt: 'x'.repeat(65_536) }, 'excerpt-long fault'],
    ['a post without any text', { type: 'post', title: '', content: '0' }, 'post-empty fault'],
    ['a date without a real time', { date: '2024-03-05 25:00:00', gmt: '' }, 'date-untimed fault'],
    ['a meta without a name', { metas: [['', 'v']] }, 'meta-key-empty fault'],
    ['a post type over 20 bytes', { type: 'a'.repeat(21) }, 'field-long fault'],
    ['an id with letters', { id: 'abc' }, 'malformed-number notice'],
    ['a parent with letters', { parent: '[geo_parent]' }, 'malformed-number fault'],
    ['no post type', { without: ['wp:post_type'] }, 'type-missing fault'],
    ['a meta key over 255 bytes', { metas: [['k'.repeat(256), 'v']] }, 'meta-key-long fault'],
    ['a content over 10,000,000 bytes', { content: 'x'.repeat(10_000_001) }, 'text-long fault'],
    ['a meta over 10,000,000 bytes', { metas: [['k', 'é'.repeat(5_000_001)]] }, 'text-long fault'],
  ])('with %s is reported', (_, spec, expected) => {
    expect(listProblems(spec)).toEqual([expected]);
  });

  it.each<[string, ItemSpec]>([
    ['as the fixture writes it', {}],
    ['with the longest slug', { slug: 'a'.repeat(200) }],
    ['with the longest guid', { guid: `https://a.example/${'g'.repeat(237)}` }],
    ['with the longest title', { title: `${'é'.repeat(32_767)}x` }],
    ['with the longest excerpt', { excerpt: 'x'.repeat(65_535) }],
    ['with the longest meta key', { metas: [['k'.repeat(255), 'v']] }],
    [
      'that is a draft without a slug and a GMT date',
      { status: 'draft', slug: '', gmt: '0000-00-00 00:00:00' },
    ],
    ['that is private', { status: 'private' }],
    ['of a type that a plugin registers', { type: 'geo_page' }],
    ['that is a menu item with a number as slug', { type: 'nav_menu_item', slug: '4711' }],
    ['with a content of 10,000,000 bytes', { content: 'x'.repeat(10_000_000) }],
  ])('%s passes', (_, spec) => {
    expect(listProblems(spec)).toEqual([]);
  });

  it.each([
    'title',
    'dc:creator',
    'guid',
    'wp:post_id',
    'wp:post_date',
    'wp:post_date_gmt',
    'wp:comment_status',
    'wp:ping_status',
    'wp:post_name',
    'wp:status',
    'wp:post_parent',
    'wp:menu_order',
    'wp:post_password',
    'wp:is_sticky',
  ])('without %s is a notice in an export and a fault in a part of ours', (name) => {
    const items = [item({ without: [name] })];
    expect(codes(check([items]), 'notice')).toContain('field-missing');
    expect(check([items]).ok).toBe(true);
    expect(codes(check([items], {}), 'fault')).toContain('field-missing');
  });

  it('with a date to come is faulted when the time is known', () => {
    const spec = { date: '2024-03-05 10:00:00', gmt: '2024-03-05 09:00:00' };
    expect(listProblems(spec, '2024-03-05 08:59:01')).toEqual([]);
    expect(listProblems(spec, '2024-03-05 08:59:00')).toEqual(['date-future fault']);
    expect(listProblems({ ...spec, gmt: '' }, '2024-03-05 09:00:00')).toEqual(['date-future fault']);
    expect(listProblems({ ...spec, status: 'future' }, '2024-03-05 00:00:00')).toEqual([]);
    expect(listProblems({ ...spec, status: 'future' }, '2024-03-06 00:00:00')).toEqual([
      'status-past notice',
    ]);
    expect(listProblems(spec)).toEqual([]);
  });

  it('is named by its slug, with the line and column of the leaf', () => {
    const text = wxr([item(), item({ slug: 'a--b' })]);
    const [problem] = auditText(text).problems;
    const before = text.slice(0, text.lastIndexOf('<wp:post_name>') + '<wp:post_name>'.length).split('\n');
    expect(problem?.text).toMatch(/^Page "a--b": /u);
    expect(problem).toMatchObject({
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      field: 'wp:post_name',
    });
  });

  it('counts the first of a leaf that is there twice, as the importer does', () => {
    const { items } = auditText(wxr([item({ slug: 'first', extra: '<wp:post_name>second</wp:post_name>' })]));
    expect(items.slugs).toBe('first');
  });

  it('keeps what judging across parts needs and no more than 300 bytes', () => {
    const many = auditText(
      wxr(Array.from({ length: 500 }, (_, index) => item({ slug: `plumber-in-springfield-${index}` }))),
    );
    const { items } = many;
    const bytes =
      items.slugs.length +
      Object.values(items).reduce(
        (sum, column) => sum + (typeof column === 'string' ? 0 : column.byteLength),
        0,
      );
    expect(bytes / 500).toBeLessThan(120);
    expect([items.id.length, many.pages, many.problems.length]).toEqual([500, 500, 0]);
  });

  it('reports the first hundred of many problems and the number of the others', () => {
    const { problems } = auditText(wxr(Array.from({ length: 130 }, () => item({ slug: 'A' }))));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toMatchObject({ code: 'slug-changed', severity: 'fault' });
    expect(problems.at(-1)?.text).toContain('30 more');
  });

  it('with an author that the channel does not name is reported once a login', () => {
    const part = auditText(
      wxr([item({ creator: 'jane' }), item({ creator: 'jane' }), item({ creator: 'bob' })], {
        authors: ['bob'],
      }),
    );
    expect(part.problems.map(({ code }) => code)).toEqual(['author-unknown']);
    expect(auditText(wxr([item({ creator: 'jane' })], { authors: [] })).problems).toEqual([]);
  });
});
