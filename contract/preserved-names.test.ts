import { expect, it } from 'vitest';
import { preservedNames } from './project-shapes.ts';
import { joinNames, splitNames } from './preserved-names.ts';

it.each([
  ['', []],
  [' , ,', []],
  ['owner', ['owner']],
  ['owner, [zip] ,owner', ['owner', 'zip']],
  ['[Phone Number],[[x]]', ['Phone Number', 'x']],
])('reads the names of %j', (text, names) => {
  expect(splitNames(text)).toEqual(names);
  expect(splitNames(joinNames(names))).toEqual(names);
  expect(preservedNames.parse(text)).toBe(names.join());
});

it('rejects more names than a form can have', () => {
  expect(preservedNames.safeParse('x'.repeat(4001)).success).toBe(false);
});
