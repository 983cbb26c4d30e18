import { expect, it } from 'vitest';
import { nameField } from '#contract/fields.ts';
import { nameByEmail } from './person-name.rules.ts';

it.each([
  ['dana.miller@example.com', 'Dana', 'Miller'],
  ['dana_miller@example.com', 'Dana', 'Miller'],
  ['dana-miller@example.com', 'Dana', 'Miller'],
  ['DANA.MILLER@EXAMPLE.COM', 'Dana', 'Miller'],
  ['anna-lena.meyer@example.com', 'Anna-Lena', 'Meyer'],
  ['maria.de.souza@example.com', 'Maria', 'De Souza'],
  ["sean.o'brien@example.com", 'Sean', "O'Brien"],
  ['fiona.McArthur@example.com', 'Fiona', 'McArthur'],
  ['d.miller@example.com', 'D.', 'Miller'],
])('reads first and last name from %s', (email, first, last) => {
  expect(nameByEmail(email)).toEqual({ first_name: first, last_name: last });
});

it.each([
  ['dana.miller+geoloom@example.com', 'Dana', 'Miller'],
  ['dana.miller2@example.com', 'Dana', 'Miller'],
  ['_dana..miller_@example.com', 'Dana', 'Miller'],
])('ignores other parts of %s', (email, first, last) => {
  expect(nameByEmail(email)).toEqual({ first_name: first, last_name: last });
});

it.each([
  ['dana@brightpages.com', 'Dana', 'Brightpages'],
  ['dana@mail.bright-pages.co.uk', 'Dana', 'Bright-Pages'],
  ['info@northwind.example', 'Info', 'Northwind'],
  ['1984@northwind.example', 'First', 'Northwind'],
])('takes the last name of %s from its domain', (email, first, last) => {
  expect(nameByEmail(email)).toEqual({ first_name: first, last_name: last });
});

it.each([
  ['dana@gmail.com', 'Dana', 'Admin'],
  ['dana@GMX.net', 'Dana', 'Admin'],
  ['dana@localhost', 'Dana', 'Admin'],
  ['1984@gmail.com', 'First', 'Admin'],
])('does not use a public mail provider as a name: %s', (email, first, last) => {
  expect(nameByEmail(email)).toEqual({ first_name: first, last_name: last });
});

it('returns names that every form accepts, for addresses of any length', () => {
  const names = ['a'.repeat(300), `${'a'.repeat(150)}.${'b'.repeat(150)}`, '-', '+', '..', ''];
  for (const name of names) {
    const { first_name: first, last_name: last } = nameByEmail(`${name}@${'c'.repeat(150)}.com`);
    expect(nameField('First name').safeParse(first).success, name).toBe(true);
    expect(nameField('Last name').safeParse(last).success, name).toBe(true);
  }
});
