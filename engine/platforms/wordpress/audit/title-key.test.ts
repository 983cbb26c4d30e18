import { describe, expect, it } from 'vitest';
import { foldTitle, toSearchTitle } from './title-key.ts';
import { hashText } from '../../../verify/compact-text.ts';

describe('foldTitle', () => {
  it.each([
    ['Cañon City', 'CANON CITY'],
    ['Cañon City', 'Canon City '],
    ['Straße', 'Strasse'],
    ['Łódź', 'lodz'],
    ['Ørsted', 'Orsted'],
    ['Æther', 'aether'],
    ['ﬁne', 'fine'],
    ['Zürich', 'Zu\u0308rich'],
    [' lead', 'lead'],
    ['Ａ１', 'a1'],
    ['٣ شارع', '3 شارع'],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ'],
    ['カタカナ', 'かたかな'],
    ['Ðorð', 'dord'],
  ])('takes %j and %j for one, as the database does', (one, other) => {
    expect(foldTitle(one)).toBe(foldTitle(other));
  });

  it.each([
    ['soft\u00adhyphen', 'softhyphen'],
    ['Springfield, IL', 'Springfield, MO'],
    ['a-b', 'a b'],
    ['St. Louis', 'St Louis'],
    ['漢', '字'],
    ['🙂', '🙃'],
    ["O'Fallon", 'OFallon'],
    ['が', 'ガガ'],
  ])('distinguishes %j and %j', (one, other) => {
    expect(foldTitle(one)).not.toBe(foldTitle(other));
  });
});

describe('toSearchTitle', () => {
  it('drops one level of backslashes, as the importer does', () => {
    expect(toSearchTitle('a\\b')).toBe('ab');
    expect(toSearchTitle('a\\\\b')).toBe('a\\b');
    expect(toSearchTitle('end\\')).toBe('end');
    expect(toSearchTitle('plain')).toBe('plain');
  });
});

describe('hashText', () => {
  it('gives 300,000 similar texts numbers of their own', () => {
    const seen = new Set<number>();
    for (let index = 0; index < 300_000; index += 1)
      seen.add(hashText(`plumber in town ${index} 2024-03-05`));
    expect(seen.size).toBe(300_000);
  });

  it('gives a positive whole number of at most 53 bits, never 0', () => {
    for (const text of ['', 'a', '🙂', 'x'.repeat(70_000)]) {
      expect(Number.isSafeInteger(hashText(text))).toBe(true);
      expect(hashText(text)).toBeGreaterThan(0);
    }
  });

  it('sees order', () => {
    expect(hashText('ab')).not.toBe(hashText('ba'));
  });
});
