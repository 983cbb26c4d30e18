/** Compares the audit's own readers with the programs that they imitate. */
import { describe, expect, it } from 'vitest';
import { looksSerialized, readSerialized, trimPhp } from './php-unserialize.ts';
import { SERIALIZED, TITLES } from './recorded-fixture.ts';
import { SLUGS } from './recorded-slugs-fixture.ts';
import { checkSlug, storedSlug } from './slug-rules.ts';
import { foldTitle } from './title-key.ts';
import { hashText } from '../../../verify/compact-text.ts';
import { auditText, codes, item, check, wxr } from './wxr-fixture.ts';

const DATE = '2024-03-05 10:00:00';

describe('the database', () => {
  it.each(TITLES)('compares the titles %j and %j as the audit does: %s', (one, other, isSame) => {
    expect(foldTitle(one) === foldTitle(other)).toBe(isSame);
    expect(hashText(foldTitle(one)) === hashText(foldTitle(other))).toBe(isSame);
  });

  it('decides which of two pages of one second is imported', () => {
    const plain = TITLES.filter(([one, other]) => ![one, other].some((title) => /^0?$|\\/u.test(title)));
    expect(plain.length).toBeGreaterThan(120);
    for (const [title, other, isSame] of plain) {
      const verdict = check([[item({ title, date: DATE }), item({ title: other, date: DATE })]]);
      expect(verdict.pages, `${title} / ${other}`).toBe(isSame ? 1 : 2);
      expect(codes(verdict, 'fault')).toEqual(isSame ? ['already-exists'] : []);
    }
  });
});

describe('PHP', () => {
  it.each(SERIALIZED)('takes %j for serialized as the audit does: %s, and reads it: %s', (...answer) => {
    const [value, looks, reads] = answer;
    expect(looksSerialized(value)).toBe(looks);
    const bytes = new TextEncoder().encode(looks ? trimPhp(value) : value);
    const { fault } = readSerialized({ bytes, from: 0, to: bytes.length }, () => undefined);
    expect(fault === undefined).toBe(reads);
  });

  it('drops the metas that look serialized and can’t be read, and no others', () => {
    for (const [value, looks, reads] of SERIALIZED) {
      if (/[\u000b\r]/u.test(value)) continue; // XML takes them away
      const part = auditText(wxr([item({ metas: [['k', value]] })]));
      expect(codes(part).includes('malformed-serialized-meta'), value).toBe(looks && !reads);
    }
  });
});

describe('WordPress', () => {
  it.each(SLUGS)('stores the slug %j as the audit says: %j', (written, stored) => {
    expect(storedSlug(written)).toBe(stored);
  });

  it('preserves a URL exactly where the audit reports nothing', () => {
    for (const [written, stored] of SLUGS) {
      if (written === '') continue;
      const isKept = written === stored && !/^(?:page)?\d+$/u.test(written);
      expect(checkSlug(written, 'page').length === 0, written).toBe(isKept);
    }
  });

  it('leaves a slug as it is once it has made it', () => {
    for (const [, stored] of SLUGS) expect(storedSlug(stored)).toBe(stored);
  });
});
