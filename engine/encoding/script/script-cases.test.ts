import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { checkScript, scriptCase } from './script-cases-fixture.ts';

describe('a filled script', () => {
  it('has each value as one string, one number or a part of one', () => {
    let checked = 0;
    fc.assert(
      fc.property(scriptCase, (each) => {
        checked += checkScript(each);
      }),
      // Each case fills several values. Shrinking would try millions of smaller scripts.
      { numRuns: cases(400), endOnFailure: true },
    );
    console.log(`filled scripts that were checked: ${checked}`);
    expect(checked).toBeGreaterThan(cases(900));
  });
});
