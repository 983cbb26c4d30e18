import { expect, it } from 'vitest';
import { compareLines } from './openapi.ts';

it('finds no difference between equal texts', () => {
  expect(compareLines('a\nb\n', 'a\nb\n')).toEqual([]);
});

it('names lines that went, came or became fewer', () => {
  expect(compareLines('a\nb\nb\n', 'b\nc\n')).toEqual(['- a', '- b', '+ c']);
});
