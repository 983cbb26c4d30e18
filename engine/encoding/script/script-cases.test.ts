import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkScript, scriptCase } from './script-cases-fixture.ts';

describe('a filled script', () => {
  it('has each value as one string, one number or a part of one', () => {
    let judged = 0;
    fc.assert(
      fc.property(scriptCase, (each) => {
        judged += checkScript(each);
      }),
      // each is filled with several values
      { numRuns: 120 },
    );
    console.log(`filled scripts that were judged: ${judged}`);
    expect(judged).toBeGreaterThan(300);
  });
});
