import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkScript, scriptCase } from './script-cases-fixture.ts';

describe('50,000 filled scripts', () => {
  it('have each value as one string, one number or a part of one', { timeout: 3_600_000 }, () => {
    let judged = 0;
    fc.assert(
      fc.property(scriptCase, (each) => {
        judged += checkScript(each);
      }),
      // each is filled with several values; a smaller case would be looked for among millions
      { numRuns: 18_000, endOnFailure: true },
    );
    console.log(`filled scripts that were judged: ${judged}`);
    expect(judged).toBeGreaterThan(50_000);
  });
});
