import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { cssCase, checkCss } from './css-cases-fixture.ts';

describe('a filled style sheet', () => {
  it('has the structure of one with a word for each value', () => {
    let judged = 0;
    fc.assert(
      fc.property(cssCase, (each) => {
        judged += checkCss(each);
      }),
      { numRuns: cases(300) },
    );
    console.log(`filled style sheets that were judged: ${judged}`);
    expect(judged).toBeGreaterThan(cases(600));
  });
});
