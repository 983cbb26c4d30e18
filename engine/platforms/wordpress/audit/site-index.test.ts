/** The small books that the replay and the reader keep. */
import { describe, expect, it } from 'vitest';
import { ANY_DATE } from './date-rules.ts';
import { createDeclaredText, isLatin1 } from '../../shared/wxr/audit/declared-encoding.ts';
import { excerpt, nameItem } from '../../../verify/finding.ts';
import { createItemColumns, type ItemFacts } from './item-columns.ts';
import { detach } from '../../../verify/compact-text.ts';
import { createProblemList } from '../../../verify/problem-list.ts';
import { exceedsBytes, exceedsCharacters, utf8Length } from './text.ts';
import { createTextUses } from '../../../verify/text-uses.ts';
import { createSlugIndex, createTitleIndex, type Title } from './site-index.ts';
import { auditText, item, wxr } from './wxr-fixture.ts';

const encoder = new TextEncoder();

describe('the title index', () => {
  const parts = [auditText(wxr([item({ title: '', date: '', gmt: '' })]))];
  const title = (spec: Partial<Title> = {}): Title => ({
    type: 'page',
    title: 1,
    searchTitle: 1,
    date: 100,
    isUntitled: false,
    ...spec,
  });

  it.each<[string, Partial<Title>, number | undefined]>([
    ['the same of all', {}, 7],
    ['another title', { searchTitle: 2 }, undefined],
    ['another date', { date: 101 }, undefined],
    ['another type', { type: 'post' }, undefined],
    ['no date', { date: ANY_DATE }, 7],
    ['no date and another title', { date: ANY_DATE, searchTitle: 2 }, undefined],
    ['no title', { isUntitled: true, searchTitle: 9 }, 7],
    ['no title and another date', { isUntitled: true, date: 101 }, undefined],
    ['neither title nor date', { isUntitled: true, date: ANY_DATE }, 7],
    [
      'neither title nor date, of another type',
      { isUntitled: true, date: ANY_DATE, type: 'post' },
      undefined,
    ],
    ['a date of zeros', { date: Number.NaN }, undefined],
  ])('finds by %s', (_, asked, found) => {
    const index = createTitleIndex(parts);
    index.add(title(), 7);
    index.add(title(), 8);
    expect(index.find(title(asked))).toBe(found);
  });

  it('is empty at first', () => {
    expect(createTitleIndex(parts).find(title())).toBeUndefined();
  });

  it('takes the second of 1970 for a date like any other', () => {
    const index = createTitleIndex(parts);
    index.add(title({ date: 0 }), 1);
    expect(index.find(title({ date: 0 }))).toBe(1);
    expect(index.find(title({ date: 5 }))).toBeUndefined();
  });
});

describe('the slug index', () => {
  const withMedia = [auditText(wxr([item({ type: 'attachment' })]))];
  const page = { type: 'page', slug: 'a' };
  const post = { type: 'post', slug: 'a' };
  const media = { type: 'attachment', slug: 'a' };

  it.each([
    ['a page of the same parent', page, page, 3, 3, 1],
    ['a page of another parent', page, page, 3, 4, undefined],
    ['a post whatever its parent', post, post, 3, 4, 1],
    ['a post and a page', post, page, -1, -1, undefined],
    ['a page and media of the same parent', media, page, 3, 3, 1],
    ['a page and media of another parent', media, page, 3, 4, undefined],
    ['media and a page anywhere', page, media, 3, 4, 1],
    ['media and a post anywhere', post, media, -1, 4, 1],
    ['a post and media', media, post, -1, -1, undefined],
  ])('compares %s', (...[, first, second, parent, otherParent, taken]) => {
    const index = createSlugIndex(withMedia);
    expect(index.take(first, parent, 1)).toBeUndefined();
    expect(index.take(second, otherParent, 2)).toBe(taken);
  });
});

describe('the list of problems', () => {
  const problem = { code: 'a', severity: 'fault', text: 'It is wrong.' } as const;

  it('names the file in each', () => {
    const list = createProblemList('x.xml');
    list.add(problem);
    expect(list.finish()).toEqual([{ file: 'x.xml', ...problem }]);
  });

  it.each([
    [100, 100],
    [101, 101],
    [5000, 101],
  ])('of %i of one kind holds %i lines', (count, lines) => {
    const list = createProblemList('x.xml');
    for (let at = 0; at < count; at += 1) list.add(problem);
    expect(list.finish()).toHaveLength(lines);
  });

  it('counts each kind by itself, and keeps all that a row may explain', () => {
    const list = createProblemList('x.xml');
    for (let at = 0; at < 150; at += 1) {
      list.add(problem);
      list.add({ ...problem, code: 'b', severity: 'notice' });
      list.add({ ...problem, code: 'c', quote: `${at}` });
    }
    const told = list.finish();
    expect(told).toHaveLength(101 + 101 + 150);
    expect(told.filter(({ text }) => text.startsWith('50 more')).map(({ code }) => code)).toEqual(['a', 'b']);
  });
});

describe('the columns of items', () => {
  const facts = (id: number): ItemFacts => ({
    line: id + 1,
    id,
    type: 0,
    parent: 0,
    status: 2 ** 51,
    shape: 2 ** 50,
    code: 2 ** 31,
    dataCode: 2 ** 31,
    metas: 7,
    thumbnail: 0,
    title: 2 ** 52 + id,
    searchTitle: 1,
    date: id % 2 === 0 ? ANY_DATE : -id,
    guid: 0,
    flags: 3,
    slug: `s-${id}`,
  });

  it.each([0, 1, 64, 65, 1000])('hold %i items as they came', (count) => {
    const columns = createItemColumns();
    for (let id = 0; id < count; id += 1) columns.add(facts(id));
    const items = columns.finish();
    expect(columns.count()).toBe(count);
    expect([...items.id]).toEqual(Array.from({ length: count }, (_, id) => id));
    expect([...items.title]).toEqual(Array.from({ length: count }, (_, id) => 2 ** 52 + id));
    expect(items.slugs).toBe(Array.from({ length: count }, (_, id) => `s-${id}`).join('\0'));
    expect(structuredClone(items)).toEqual(items);
  });

  it('take less than 100 bytes an item', () => {
    const columns = createItemColumns();
    for (let id = 0; id < 1000; id += 1) columns.add(facts(id));
    const { slugs, ...numbers } = columns.finish();
    const bytes = Object.values(numbers).reduce((sum, column) => sum + column.buffer.byteLength, 0);
    expect((bytes + slugs.length) / 1000).toBeLessThan(100);
  });

  it('cut a text loose without changing it', () => {
    for (const text of ['', 'a', 'Cañon 🙂', 'x'.repeat(1000)]) expect(detach(text)).toBe(text);
  });
});

describe('the uses of bracketed texts', () => {
  it('are reported once an item and text, in the order of the file', () => {
    const uses = createTextUses();
    const add = (text: string, at: number) => uses.add(text, { item: at, line: 10 + at, field: 'title' });
    for (const at of [0, 0, 1]) add('[a]', at);
    for (const at of [1, 1, 2]) add('[b]', at);
    const { texts, fields, textUses } = uses.finish();
    expect([texts, fields]).toEqual([['[a]', '[b]'], ['title']]);
    expect([...textUses]).toEqual([0, 0, 10, 0, 1, 0, 11, 0, 1, 1, 11, 0, 2, 1, 12, 0]);
  });

  it('stop growing where a file holds brackets of another kind', () => {
    const uses = createTextUses();
    for (let at = 0; at < 50_010; at += 1) uses.add(`[${at}]`, { item: at, line: 1, field: 'f' });
    uses.add('[3]', { item: 60_000, line: 1, field: 'f' });
    const { texts, textUses } = uses.finish();
    expect(texts).toHaveLength(50_000);
    expect(textUses.at(-4)).toBe(60_000);
  });
});

describe('lengths', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['漢', 3],
    ['🙂', 4],
    ['a🙂é漢', 10],
  ])('of %j are %i bytes', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
    expect(utf8Length(text)).toBe(encoder.encode(text).length);
    expect(exceedsBytes(text, bytes)).toBe(false);
    expect(exceedsBytes(`${text}a`, bytes)).toBe(true);
    expect(exceedsCharacters(text, Array.from(text).length)).toBe(false);
    expect(exceedsCharacters(`${text}a`, Array.from(text).length)).toBe(true);
  });
});

describe('the declared encoding', () => {
  const read = (bytes: Uint8Array, chunk: number) => {
    const text = createDeclaredText();
    let all = '';
    for (let at = 0; at < bytes.length; at += chunk) all += text.push(bytes.subarray(at, at + chunk)).text;
    return { all, cut: text.end() };
  };
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it.each([1, 3, 100, 100_000])('is found in pieces of %i bytes', (chunk) => {
    const head = `<?xml version='1.0' encoding = 'ISO-8859-1' ?>`;
    const text = `${head}<a>${'déjà vu '.repeat(3000)}</a>`;
    expect(read(latin(text), chunk)).toEqual({ all: text, cut: false });
    const plain = text.replace('ISO-8859-1', 'UTF-8');
    expect(read(encoder.encode(plain), chunk).all).toBe(plain);
  });

  it('is UTF-8 without a declared encoding, or if it comes too late or outside of the declaration', () => {
    for (const head of ['', '<a encoding="ISO-8859-1">', `<?xml ${' '.repeat(300)}encoding="ISO-8859-1"?>`]) {
      const text = `${head}é${'x'.repeat(300)}`;
      expect(read(encoder.encode(text), 7).all).toBe(text);
    }
  });

  it('lets a short file go to its end', () => {
    expect(read(encoder.encode('<?xml?>'), 1).all).toBe('<?xml?>');
    expect(read(encoder.encode('a,b'), 1).all).toBe('a,b');
  });

  it.each(['utf-8', 'utf-16', 'windows-1252', 'ISO-8859-15', ''])(
    '%j isn’t one that is read as Latin-1',
    (name) => {
      expect(isLatin1(name)).toBe(false);
    },
  );
});

describe('messages', () => {
  it('show a value on one line, cut to 60 characters', () => {
    expect(excerpt('a\n\t b')).toBe('a b');
    expect(excerpt('x'.repeat(60))).toBe('x'.repeat(60));
    expect(excerpt('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
  });

  it('name an item by its slug or its id', () => {
    expect(nameItem({ type: 'page', slug: 'a', id: 1 })).toBe('Page "a"');
    expect(nameItem({ type: 'page', slug: '', id: 1 })).toBe('Page 1');
    expect(nameItem({ type: '', slug: '', id: 1 })).toBe('Item 1');
  });
});
