import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { checkParts } from './check-parts.ts';
import { checkMeta } from './meta-rules.ts';
import { storedSlug } from './slug-rules.ts';
import { foldTitle } from './title-key.ts';
import { auditText, cdata, item, check, wxr } from './wxr-fixture.ts';

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** PHP's serialize, written only for this test. */
function serialize(value: Value): string {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'number') return `i:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries: [string, Value][] = Array.isArray(value)
    ? value.map((entry, index) => [`i:${index};`, entry])
    : Object.entries(value).map(([key, entry]) => [serialize(key), entry]);
  return `a:${entries.length}:{${entries.map(([key, entry]) => key + serialize(entry)).join('')}}`;
}

const word = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🙂', '"', ';', '}', '{', ' ', '0', ':') });
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
}));

const faults = (text: string) => checkMeta('any', text).filter(({ severity }) => severity === 'fault');

describe('serialized values', () => {
  // words that are themselves like serialized or JSON are checked for what they look like
  const plain = value.filter(
    (made) => !/[absidNO][:;]|[{[]\s*[{"]/u.test(JSON.stringify(made).replaceAll('\\"', '"').slice(1)),
  );

  it('made by any means pass', () => {
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 5 }), (made) => {
        const broken = faults(serialize(made)).filter(({ code }) => code === 'malformed-serialized-meta');
        expect(broken).toEqual([]);
      }),
      { numRuns: cases(200) },
    );
  });

  it('whose text grows or shrinks without a new length do not', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat(), (made, pick) => {
        const index = pick % made.length;
        const right = serialize(made);
        const longer = serialize(made.map((text, at) => (at === index ? `${text}[@]` : text))).replace(
          '[@]',
          '[@]xx',
        );
        expect(faults(right).filter(({ code }) => code === 'malformed-serialized-meta')).toEqual([]);
        expect(faults(longer).map(({ code }) => code)).toContain('malformed-serialized-meta');
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('any text', () => {
  const unicode = fc
    .string({ unit: 'binary' })
    .map((text) => text.replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, '').toWellFormed());

  it('comes through the reader byte for byte, wherever it is cut', () => {
    fc.assert(
      fc.property(unicode, fc.integer({ min: 1, max: 40 }), (text, chunk) => {
        const file = wxr([item({ title: text, content: text, metas: [['m', text]], slug: 'fixed', id: 3 })]);
        expect(auditText(file, { chunk })).toEqual(auditText(file));
        expect(auditText(file).pages).toBe(1);
      }),
      { numRuns: cases(60) },
    );
  });

  it('gives a slug that WordPress leaves as it is', () => {
    let checked = 0;
    fc.assert(
      fc.property(unicode, (text) => {
        const once = storedSlug(text);
        // a cut at 200 bytes may leave half of a percent code, which WordPress drops next time
        if (once.length >= 190) return;
        checked += 1;
        expect(storedSlug(once)).toBe(once);
      }),
      { numRuns: cases(200) },
    );
    expect(checked).toBeGreaterThan(cases(100));
  });

  it('folds to itself once folded', () => {
    fc.assert(
      fc.property(unicode, (text) => {
        const folded = foldTitle(`a${text}a`);
        expect(foldTitle(folded)).toBe(folded);
      }),
      { numRuns: cases(200) },
    );
  });

  it('as title makes one page of two that differ in case and accents only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ñ', ' ', 'ü', '-'), minLength: 1 }),
        (text) => {
          const date = '2024-03-05 10:00:00';
          const other = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
          const pair = [item({ title: `t${text}`, date }), item({ title: `T${other}`, date })];
          expect(check([pair]).pages).toBe(1);
        },
      ),
      { numRuns: cases(60) },
    );
  });
});

describe('a good file', () => {
  const file = wxr([
    item({ title: 'Cañon 🙂', content: `<p>a</p>\n${'x'.repeat(50)}` }),
    item({ metas: [['a', 'b']] }),
  ]);
  const bytes = new TextEncoder().encode(file);

  it('cut at any byte is faulted', () => {
    const end = bytes.length - '\n'.length;
    for (let length = 0; length < end; length += 1) {
      expect(checkParts([auditText(bytes.subarray(0, length))]).ok, `cut at ${length}`).toBe(false);
    }
    expect(checkParts([auditText(bytes.subarray(0, end))]).ok).toBe(true);
  });

  it('cut into two at any byte is read the same', () => {
    const whole = auditText(bytes);
    for (let at = 1; at < bytes.length; at += 1) expect(auditText(bytes, { chunk: at })).toEqual(whole);
  });

  it('whose CDATA ends are not split is faulted or damaged, never passed over', () => {
    const text = 'if (a[b[0]]>1) <b>x</b>';
    expect(cdata(text)).toContain(']]]]><![CDATA[>');
    expect(checkParts([auditText(file.replace('<p>a</p>', text))]).ok).toBe(false);
  });
});
