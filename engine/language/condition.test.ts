/** Conditions: their grammar, their results and their errors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import { type Condition, type Operator, holds, isFault, listNames, parseCondition } from './condition.ts';

type Row = Readonly<Record<string, string>>;

const ROW: Row = {
  geo_state: 'TX',
  'Geo City': "O'Fallon",
  population: '12,345.5',
  phone: '',
  services: 'Drains, Sewers',
  note: 'call us',
};

function parse(text: string): Condition {
  const condition = parseCondition(text);
  if (isFault(condition)) throw new Error(`${text}: ${condition.reason}`);
  return condition;
}

function evaluate(text: string, row: Row = ROW): boolean {
  return holds(
    parse(text),
    (name) => row[name] ?? '',
    () => undefined,
  );
}

function explain(text: string): string {
  const read = parseCondition(text);
  return isFault(read) ? read.reason : JSON.stringify(read);
}

describe('a condition', () => {
  it.each([
    ['geo_state', true],
    ['phone', false],
    ['not phone', true],
    ['NOT geo_state', false],
    ['not not geo_state', true],
    ['Geo City', true],
    ['Geo   City', true],
    ['geo_state = "TX"', true],
    ['geo_state="tx"', true],
    ['geo_state = TX', true],
    ["geo_state = 'TX'", true],
    ['geo_state = \u201cTX\u201d', true],
    ['geo_state = \u201eTX\u201c', true],
    ['geo_state = \u00abTX\u00bb', true],
    ['geo_state = \u2018TX\u2019', true],
    ['geo_state = " TX "', true],
    ['geo_state != "TX"', false],
    ['geo_state != "CA"', true],
    ['phone = ""', true],
    ['phone != ""', false],
    ['geo_state = ""', false],
    ['Geo City = "O\'Fallon"', true],
    ['Geo City = \u2018O\u2019Fallon\u2019', true],
    ["Geo City = 'O'FALLON'", true],
    ["Geo City = O'Fallon", true],
    ['Geo City = O\u2019Fallon', true],
    ['note = call us', true],
    ['note = Call   US', true],
    ['services contains "sewers"', true],
    ['services contains drains', true],
    ['services CONTAINS "x"', false],
    ['population > 12000', true],
    ['population > 12,345.5', false],
    ['population >= "12,345.5"', true],
    ['population < 12346', true],
    ['population <= 12,345', false],
    ['population<20000', true],
    ['geo_state > 5', false],
    ['geo_state < 5', false],
    ['phone >= 0', false],
    ['not phone >= 0', true],
    ['geo_state or phone and note = x', true],
    ['(geo_state or phone) and note = x', false],
    ['not phone and geo_state', true],
    ['not (phone and geo_state)', true],
    ['not phone or geo_state', true],
    ['phone OR geo_state = tx', true],
    ['geo_state = CA or geo_state = TX and note', true],
    ['((geo_state))', true],
    ['(not phone)and(geo_state)', true],
    ['not(phone)', true],
    ['geo_state = "and" or note', true],
    ['geo_state = "a (b) < c" or note', true],
  ])('%s is %s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  it.each([
    ['straße', 'STRASSE'],
    ['e\u0301lan', '\u00c9lan'],
    ['a\u00a0 b', 'a b'],
    ['12\u2033 pipe', '12" pipe'],
    ['ΟΔΟΣ', 'οδος'],
  ])('takes %s and %s for equal', (value, text) => {
    expect(evaluate(`x = '${text}'`, { x: value })).toBe(true);
    expect(evaluate(`x != '${text}'`, { x: value })).toBe(false);
    expect(evaluate(`x contains '${text}'`, { x: `<${value}>` })).toBe(true);
  });

  it('reports values that should be numbers, as far as the result depends on them', () => {
    const reported: string[][] = [];
    const check = (text: string) =>
      holds(
        parse(text),
        (name) => ROW[name] ?? '',
        (...report) => reported.push(report),
      );
    expect(check('geo_state > 1 or population > 1 or note > 1')).toBe(true);
    expect(check('phone and note < 1')).toBe(false);
    expect(check('phone < 1')).toBe(false);
    expect(reported).toEqual([
      ['geo_state', 'TX'],
      ['phone', ''],
    ]);
  });

  it('lists its names once, as written and in their order', () => {
    expect(listNames(parse('b = a and (not Geo City or b > 1) or c != x'))).toEqual(['b', 'Geo City', 'c']);
  });

  it('keeps the text of a comparison as text, also if a column has that name', () => {
    expect(parse('a = geo_state')).toEqual({ kind: 'compare', name: 'a', operator: '=', text: 'geo_state' });
    expect(evaluate('note = geo_state')).toBe(false);
  });
});

describe('an invalid condition', () => {
  it.each([
    ['', 'The name of a column is missing. Write the condition like geo_state = "TX".'],
    ['= "TX"', 'The name of a column is missing'],
    ['geo_state = "TX" and', 'The name of a column is missing'],
    ['not', 'The name of a column is missing'],
    ['()', 'The name of a column is missing'],
    ['geo_state =', 'A text is missing after =. Write it in quotes, such as = "TX"; "" is an empty text.'],
    ['a = and b', 'A text is missing after ='],
    ['geo_state == "TX"', 'Write = instead of ==.'],
    ['a <> "b"', 'Write != instead of <>.'],
    ['geo_state "TX"', 'Add an operator between the name and the text: geo_state = "TX".'],
    ['"geo_state" = "TX"', 'Write the name of a column without quotes: geo_state.'],
    ['a = "b', 'A quotation mark isn’t closed. Write the text like "TX".'],
    ["a = 'b", 'A quotation mark isn’t closed'],
    ['a && b', 'Write "and" instead of &&.'],
    ['a || b', 'Write "or" instead of ||.'],
    ['a = b && c', 'Write "and" instead of &&, or put the text in quotes.'],
    ['a contains b || c', 'Write "or" instead of ||, or put the text in quotes.'],
    ['a | upper = "B"', 'A condition has no filters. Compare the column itself'],
    ['!a', '"!a" can’t be the name of a column'],
    ['5 > a', '"5" can’t be the name of a column'],
    ['(a', 'A parenthesis isn’t closed. Add ")".'],
    ['(a b = "c" d)', '"d" is left over'],
    ['a)', 'A closing parenthesis has no opening one. Remove it.'],
    [
      'a = "b" c = "d"',
      '"c" is left over. Write the text after the sign in quotes, and "and" or "or" between',
    ],
    ['a = "b" "c"', '"c" is left over'],
    ['a (b)', '"(" is left over'],
    ['a = b = c', 'One comparison has two signs'],
    ['a = b contains c', '"contains" is left over'],
    ['a contains ""', 'Write a text after contains'],
    [
      'a > many',
      '> compares numbers, and "many" isn’t one. Write a number, such as > 1000, or compare texts with =.',
    ],
    ['a <= "x"', '<= compares numbers'],
  ])('%s is explained', (text, reason) => {
    expect(explain(text)).toContain(reason);
  });

  it('is one with more than 20 levels of parentheses, or of not', () => {
    expect(explain(`${'('.repeat(20)}a${')'.repeat(20)}`)).toBe('{"kind":"filled","name":"a"}');
    expect(explain(`${'('.repeat(21)}a${')'.repeat(21)}`)).toContain('nested more than 20 deep');
    expect(evaluate(`${'not '.repeat(20)}a`, { a: 'x' })).toBe(true);
    expect(explain(`${'not '.repeat(21)}a`)).toContain('"not" is repeated too often');
    expect(explain(`${'('.repeat(9000)}a`)).toContain('nested more than 20 deep');
  });

  it('of any text is explained, and a valid one can be evaluated', () => {
    const words = fc.constantFrom(
      'and',
      'or',
      'not',
      'a',
      'b',
      '=',
      '<',
      '(',
      ')',
      '"',
      "'",
      '\u201d',
      '5',
      'contains',
      '!',
    );
    const text = fc.oneof(
      hostileValue,
      fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(text, (written) => {
        const read = parseCondition(written);
        if (isFault(read)) expect(read.reason).toMatch(/\.$/);
        else expect(typeof evaluate(written)).toBe('boolean');
      }),
      { numRuns: cases(2000) },
    );
  });
});

/** Evaluates by the definition alone, for comparison. */
function evaluateNaively(condition: Condition, row: Row): boolean {
  if (condition.kind === 'filled') return row[condition.name] !== '';
  if (condition.kind === 'not') return !evaluateNaively(condition.of, row);
  if (condition.kind !== 'compare') {
    let result = condition.kind === 'and';
    for (const part of condition.of) {
      const value = evaluateNaively(part, row);
      result = condition.kind === 'and' ? result && value : result || value;
    }
    return result;
  }
  const [value, text] = [row[condition.name] ?? '', condition.text].map((each) => each.toLowerCase()) as [
    string,
    string,
  ];
  const isNumber = /^\d+$/.test(value);
  const results: Record<Operator, boolean> = {
    '=': value === text,
    '!=': value !== text,
    contains: value.split(text).length > 1,
    '<': isNumber && Number(value) < Number(text),
    '>': isNumber && Number(value) > Number(text),
    '<=': isNumber && !(Number(value) > Number(text)),
    '>=': isNumber && !(Number(value) < Number(text)),
  };
  return results[condition.operator];
}

const NAMES = ['a', 'b2', 'Geo City', 'zip-code', 'geo_state'];
const name = fc.constantFrom(...NAMES);
const comparison = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    name,
    operator: fc.constantFrom<Operator>('=', '!=', 'contains'),
    text: fc.constantFrom('1', '10', 'TX', 'tx', "O'Fallon", 'and', 'a (b) = "c"'),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    name,
    operator: fc.constantFrom<Operator>('<', '>', '<=', '>='),
    text: fc.constantFrom('0', '1', '2', '10'),
  }),
);
const { condition: anyCondition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.record({ kind: fc.constant('filled' as const), name }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));
const row: fc.Arbitrary<Row> = fc
  .tuple(
    ...NAMES.map(() => fc.constantFrom('', '0', '1', '2', '10', 'TX', 'tx', "O'Fallon", 'x', 'a (b) = "c"')),
  )
  .map((values) => Object.fromEntries(NAMES.map((each, index) => [each, values[index] ?? ''])));

/** Writes a condition with the fewest parentheses. */
function print(condition: Condition): string {
  switch (condition.kind) {
    case 'filled':
      return condition.name;
    case 'compare': {
      const { text } = condition;
      const quoted = text.includes('"') ? `'${text}'` : `"${text}"`;
      return `${condition.name} ${condition.operator} ${quoted}`;
    }
    case 'not': {
      const isList = condition.of.kind === 'and' || condition.of.kind === 'or';
      return isList ? `not (${print(condition.of)})` : `not ${print(condition.of)}`;
    }
    default:
      return condition.of
        .map((part) =>
          part.kind === condition.kind || (part.kind === 'or' && condition.kind === 'and')
            ? `(${print(part)})`
            : print(part),
        )
        .join(` ${condition.kind} `);
  }
}

describe('any condition', () => {
  it('is the same once it is written and parsed', () => {
    fc.assert(
      fc.property(anyCondition, (condition) => {
        expect(parse(print(condition))).toEqual(condition);
      }),
      { numRuns: cases(1000) },
    );
  });

  it('has the result of its definition', () => {
    fc.assert(
      fc.property(anyCondition, row, (condition, values) => {
        expect(evaluate(print(condition), values)).toBe(evaluateNaively(condition, values));
      }),
      { numRuns: cases(2000) },
    );
  });

  it('reads its names only', () => {
    fc.assert(
      fc.property(anyCondition, row, (condition, values) => {
        const names = listNames(condition);
        const read = (each: string) => {
          expect(names).toContain(each);
          return values[each] ?? '';
        };
        holds(condition, read, () => undefined);
      }),
      { numRuns: cases(300) },
    );
  });

  it('is read in linear time, whatever it contains', () => {
    for (const unit of ['a ', 'a and ', "'a ", '"a" ', "'", '( ', 'not ', '= ', 'a = b or ', '!', ' '])
      expect(
        measureGrowth((size) => () => parseCondition(`x = ${unit.repeat(size)}`), 2000),
        unit,
      ).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});
