/** Types of a collection's columns: how they are recognized, and which values they accept. */
import { describe, expect, it } from 'vitest';
import { findColumnType, findInvalidValue } from './column-types.ts';

it.each<[string | undefined, ...string[]]>([
  ['switch', 'true', 'FALSE'],
  ['number', '8980', '1.8', '-3'],
  ['date', 'Thu Dec 25 2025 17:55:32 GMT+0000 (Coordinated Universal Time)', '2026-11-28'],
  ['color', 'hsla(267.6190476190476, 48.09%, 74.31%, 1.00)', '#1a2b3c'],
  ['email', 'info@lonestar.example', 'A.B+c_d@mail.lonestar.co.uk'],
  ['link', 'https://cdn.prod.website-files.com/a/b_File%20(5).png'],
  ['link', 'https://a.example/1.png; https://a.example/2.png'],
  ['reference', 'drain-cleaning; water-heaters', 'salons-et-sejours'],
  ['number', '', '4'],
  [undefined, '01234', '78701'],
  [undefined, '4', 'four'],
  [undefined, 'Feature'],
  [undefined, 'Ask info@lonestar.example'],
  [undefined, '@lonestar'],
  [undefined, '<p>8980</p>'],
  [undefined],
  [undefined, ''],
])('recognizes the type %s', (name, ...cells) => {
  expect(findColumnType(cells)?.name).toBe(name);
});

describe('a value of a column', () => {
  it.each([
    ['true', 'yes', 'yes'],
    ['2026-11-28', 'soon', 'soon'],
    ['#fff', 'rgb(1 2', 'rgb(1 2'],
    ['a@b.example', 'a@b', 'a@b'],
    ['a@b.example', 'a@b.example, c@b.example', 'a@b.example, c@b.example'],
    ['a@b.example', 'mailto:a@b.example', 'mailto:a@b.example'],
    ['https://a.example', 'https://a.example; photo.jpg', 'photo.jpg'],
  ])('like %s is refused: %s', (sample, text, invalid) => {
    const type = findColumnType([sample]);
    expect(type && findInvalidValue(type, text)).toBe(invalid);
  });

  it.each([
    ['true', 'False'],
    ['1', ''],
    ['1', ' 12.50 '],
    ['78', 'Suite 4, east'],
    ['2026-11-28', '11/28/2026'],
    ['#fff', 'red'],
    ['a@b.example', 'josé@b.example'],
    ['https://a.example', 'http://b.example/a%20b.jpg;https://c.example'],
    ['drain-cleaning', 'Any name'],
  ])('like %s is accepted: %s', (sample, text) => {
    const type = findColumnType([sample]);
    expect(type).toBeDefined();
    expect(type && findInvalidValue(type, text)).toBeUndefined();
  });
});
