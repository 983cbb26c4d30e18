/** Constructs that the dialog writes; the engine reads each of them. */
import { describe, expect, test } from 'vitest';
import { parseCondition } from '#engine/language/condition.ts';
import { isFault, readMarker } from '#engine/language/marker.ts';
import {
  type Comparison,
  type ConstructKind,
  type ConstructValues,
  findGap,
  isNameable,
  toFirstValues,
  writeConstruct,
} from './construct.rules.ts';

const FIRST = toFirstValues(['geo_city', 'geo_state', 'services']);
const write = (kind: ConstructKind, values: Partial<ConstructValues>) =>
  writeConstruct(kind, { ...FIRST, ...values });
const condition = (...comparisons: Comparison[]) =>
  write('condition', { condition: { comparisons, join: 'and', shown: 'yes', otherwise: '' } });
const compare = (operator: Comparison['operator'], text = '', column = 'geo_state'): Comparison => ({
  column,
  operator,
  text,
});
const readOpening = (text: string) => readMarker(/^\[[^\]]*\]/.exec(text)?.[0] ?? '');

describe('a condition', () => {
  test.each([
    [compare('=', 'TX'), '[if geo_state = "TX"]yes[/if]'],
    [compare('!=', ''), '[if geo_state != ""]yes[/if]'],
    [compare('contains', 'Fort Worth', 'Geo City'), '[if Geo City contains "Fort Worth"]yes[/if]'],
    [compare('>', ' 1,000 '), '[if geo_state > 1,000]yes[/if]'],
    [compare('<', 'many'), '[if geo_state < "many"]yes[/if]'],
    [compare('filled', 'ignored'), '[if geo_state]yes[/if]'],
    [compare('empty'), '[if not geo_state]yes[/if]'],
    [compare('=', '6" pipe'), "[if geo_state = '6\" pipe']yes[/if]"],
  ])('%o is written as %s', (comparison, text) => {
    expect(condition(comparison)).toBe(text);
  });

  test('joins its comparisons, and shows another text otherwise', () => {
    const comparisons = [compare('=', 'TX'), compare('empty', '', 'phone')];
    const text = write('condition', { condition: { comparisons, join: 'or', shown: 'a', otherwise: 'b' } });
    expect(text).toBe('[if geo_state = "TX" or not phone]a[else]b[/if]');
    expect(readOpening(text)).toMatchObject({ kind: 'if', condition: { kind: 'or' } });
  });
});

test('variants that are empty are left out', () => {
  expect(write('variants', { variants: ['Fast', ' ', 'Quick'] })).toBe('[spin]Fast || Quick[/spin]');
});

test.each([
  ['', '[for item in services]<li>[item]</li>[/for]'],
  ['|', '[for item in services "|"]<li>[item]</li>[/for]'],
])('a list with the separator "%s" is written as %s', (separator, text) => {
  expect(write('list', { list: { column: 'services', separator, body: '<li>[item]</li>' } })).toBe(text);
  expect(readOpening(text)).toMatchObject({ kind: 'for', list: 'services', separator });
});

test.each([
  [{}, '[nearby 5 within:"30 mi" same:"geo_state"]x[/nearby]'],
  [{ within: '', same: '' }, '[nearby 5]x[/nearby]'],
  [{ unit: 'km' as const, same: '' }, '[nearby 5 within:"30 km"]x[/nearby]'],
])('neighbors with %o are written as %s', (part, text) => {
  expect(write('neighbors', { neighbors: { ...FIRST.neighbors, body: 'x', ...part } })).toBe(text);
  expect(readOpening(text)).toMatchObject({ kind: 'nearby', count: 5 });
});

test.each([
  ['condition', {}, 'Enter the text to show.'],
  ['condition', { condition: { ...FIRST.condition, shown: 'a' } }, undefined],
  [
    'condition',
    { condition: { ...FIRST.condition, shown: 'a', comparisons: [compare('>')] } },
    'Enter the text to compare with.',
  ],
  [
    'condition',
    { condition: { ...FIRST.condition, comparisons: [compare('=', 'a', '')] } },
    'Choose a column.',
  ],
  ['variants', { variants: ['a', ' '] }, 'Enter at least two variants.'],
  ['variants', { variants: ['a', 'b'] }, undefined],
  ['list', {}, undefined],
  ['list', { list: { ...FIRST.list, body: '' } }, 'Enter the text for each entry.'],
  ['neighbors', {}, undefined],
  ['neighbors', { neighbors: { ...FIRST.neighbors, count: '101' } }, 'Enter a number from 1 to 100.'],
  ['neighbors', { neighbors: { ...FIRST.neighbors, count: '0' } }, 'Enter a number from 1 to 100.'],
  ['neighbors', { neighbors: { ...FIRST.neighbors, within: 'far' } }, 'Enter a distance, or leave it empty.'],
  ['neighbors', { neighbors: { ...FIRST.neighbors, body: '' } }, 'Enter the text for each neighbor.'],
] as const)('%s with %o: %s', (kind, values, gap) => {
  expect(findGap(kind, { ...FIRST, ...values })).toBe(gap);
});

test('the first values are the columns that their names suggest', () => {
  expect(FIRST.condition.comparisons[0]?.column).toBe('geo_state');
  expect(FIRST.list.column).toBe('services');
  expect(FIRST.neighbors.same).toBe('geo_state');
  expect(toFirstValues(['name']).neighbors.same).toBe('');
  expect(toFirstValues([]).list.column).toBe('');
});

test.each([
  'geo_city',
  'Geo City',
  'Größe 2',
  'Rock and Roll',
  'Drive time (min)',
  'not here',
  '2024',
  'a=b',
  'Brand',
])('a column named "%s" is offered only if the engine reads it', (name) => {
  const read = parseCondition(`${name} = "x"`);
  const isRead = !isFault(read) && read.kind === 'compare' && read.name === name;
  expect(isNameable(name)).toBe(isRead);
});

test('a dialog opens with the columns to show where they aren’t empty, or with a text to vary', () => {
  const columns = ['Landmark', 'Drive time (min)'];
  const values = toFirstValues(['geo_city'], { kind: 'condition', columns });
  expect(writeConstruct('condition', values)).toBe('[if Landmark][Landmark][/if]');
  expect(toFirstValues(['geo_city'], { kind: 'variants', text: 'A' }).variants).toEqual(['A', '']);
  expect(toFirstValues(['a'], { kind: 'condition', columns: ['(min)'] }).condition.comparisons).toHaveLength(
    1,
  );
});
