/** Edge cases of shared fields. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  commaJoined,
  email,
  isRowId,
  listQuery,
  newPassword,
  nameField,
  requiredText,
  rowId,
  storable,
} from './fields.ts';

/** Returns the error texts of a field; empty if it is valid. */
function refuse(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

describe('a new password', () => {
  it.each([
    ['', 'Password is required'],
    ['1234567', 'Password must be at least 8 characters'],
    ['🔑'.repeat(7), 'Password must be at least 8 characters'],
    ['x'.repeat(257), 'Password must be at most 256 characters'],
    ['🔑'.repeat(257), 'Password must be at most 256 characters'],
    [undefined, 'Password is required'],
    [12_345_678, 'Password is required'],
  ])('%j is rejected: %s', (password, text) => {
    expect(refuse(newPassword, password)).toContain(text);
  });

  it.each(['12345678', '🔑'.repeat(8), 'x'.repeat(256), '🔑'.repeat(256), '        ', ' with spaces '])(
    '%j is accepted unchanged',
    (password) => {
      expect(newPassword.parse(password)).toBe(password);
    },
  );

  it('counts characters as users see them', () => {
    // Two UTF-16 code units and four bytes each: seven are too few, 256 are not too many.
    expect('🔑'.length).toBe(2);
    expect(refuse(newPassword, '🔑'.repeat(7))).not.toEqual([]);
    expect(new TextEncoder().encode(newPassword.parse('🔑'.repeat(256))).length).toBe(1024);
  });
});

describe('the name of a user', () => {
  const name = nameField('First name');

  it.each([
    ['', 'First name is required'],
    ['   ', 'First name is required'],
    [undefined, 'First name is required'],
    ['x'.repeat(101), 'First name must be at most 100 characters'],
    ['Ada\r\nBcc: all@example.com', 'First name must not contain control characters'],
    ['Ada\u0000', 'First name must not contain control characters'],
    ['Ada\u001b[31m', 'First name must not contain control characters'],
  ])('%j is rejected: %s', (value, text) => {
    expect(refuse(name, value)).toContain(text);
  });

  it.each(['Ada', 'Łukasz', '李', "O'Neill", 'Jean-Luc', 'x'.repeat(100), '<b>'])(
    '%j is accepted',
    (value) => {
      expect(name.parse(value)).toBe(value);
    },
  );

  it('trims surrounding whitespace', () => {
    expect(name.parse('  Ada ')).toBe('Ada');
  });
});

describe('an email address', () => {
  it.each([
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    [undefined, 'Email is required'],
    ['ada', 'Enter a valid email address'],
    ['ada@', 'Enter a valid email address'],
    ['ada@example', 'Enter a valid email address'],
    ['a b@example.com', 'Enter a valid email address'],
    ['ada@example.com\r\nBcc: x@example.com', 'Enter a valid email address'],
    [`${'x'.repeat(250)}@example.com`, 'This is too long for an email address'],
  ])('%j is rejected: %s', (value, text) => {
    expect(refuse(email, value)).toContain(text);
  });

  it('trims surrounding whitespace and keeps capitals', () => {
    expect(email.parse(' Ada@Example.com ')).toBe('Ada@Example.com');
  });
});

describe('the id of a row', () => {
  it.each(['1', '4711', '2147483647', 1, 2_147_483_647])('may be %j', (value) => {
    expect(isRowId(value)).toBe(true);
    expect(rowId.parse(value)).toBe(Number(value));
  });

  it.each([
    '0',
    '-1',
    '+1',
    ' 1',
    '1e1',
    '0x1',
    '1.0',
    '1.5',
    '',
    '2147483648',
    '9007199254740993',
    'NaN',
    '१',
    0,
    -1,
    1.5,
    2_147_483_648,
    Number.NaN,
    null,
    undefined,
    true,
    [1],
    { id: 1 },
  ])('is never %j', (value) => {
    expect(isRowId(value)).toBe(false);
  });
});

describe('a stored text', () => {
  const text = storable(z.string());

  it('never contains NUL, which no column accepts', () => {
    expect(refuse(text, 'a\0b')).toEqual(['must not contain the character NUL']);
  });

  it('replaces half of a surrogate pair, and accepts whole ones', () => {
    expect(text.parse('a\ud83d')).toBe('a\ufffd');
    expect(text.parse('🚰')).toBe('🚰');
  });
});

describe('the query of a list', () => {
  const query = z.object(listQuery(['title', 'age'], '-age'));

  it('defaults to the first page of 25', () => {
    expect(query.parse({})).toEqual({ page: 1, per_page: 25, sort: '-age' });
  });

  it('is read from texts of a URL and trims the search text', () => {
    expect(query.parse({ page: '3', per_page: '100', search: ' x ', sort: 'title' })).toEqual({
      page: 3,
      per_page: 100,
      search: 'x',
      sort: 'title',
    });
  });

  it.each([
    { page: '0' },
    { page: 'x' },
    { page: '1000001' },
    { per_page: '100000' },
    { per_page: '0' },
    { sort: 'name' },
    { sort: '--age' },
  ])('rejects %j', (given) => {
    expect(query.safeParse(given).success).toBe(false);
  });

  it('filters by known values, comma-joined', () => {
    const filter = z.object({ state: commaJoined(['new', 'old']) });
    expect(filter.parse({})).toEqual({});
    expect(filter.parse({ state: '' })).toEqual({ state: [] });
    expect(filter.parse({ state: 'old,new' })).toEqual({ state: ['old', 'new'] });
    expect(filter.safeParse({ state: 'old,odd' }).success).toBe(false);
  });
});

it.each(['', ' ', '\u00a0', '\u200b', '\u200b\u00a0\u2060', '\ufeff'])(
  'rejects the line %j, which is invisible',
  (text) => {
    const parsed = requiredText('Reason', 500).safeParse(text);
    expect(parsed.error?.issues.map(({ message }) => message)).toContain('Reason is required');
  },
);

it.each(['é', '👩‍💻', '城市'])('accepts the line %j', (text) => {
  expect(requiredText('Reason', 500).parse(text)).toBe(text);
});
