/** Markers of the page language, and the brackets that only look like one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import { type Marker, isFault, readMarker } from './marker.ts';

const compare = (name: string, operator: '=' | '>', text: string) =>
  ({ kind: 'compare', name, operator, text }) as const;
const TEXAS = { kind: 'if', condition: compare('geo_state', '=', 'TX') } as const;

describe('a marker', () => {
  it.each<[string, Marker]>([
    ['[if geo_state = "TX"]', TEXAS],
    ['[IF geo_state="TX"]', TEXAS],
    ['[ if  geo_state = TX ]', TEXAS],
    ['[if geo_state = &#8220;TX&#8221;]', TEXAS],
    ['[if geo_state = &quot;TX&quot;]', TEXAS],
    ['[if geo_state = \\u201cTX\\u201d]', TEXAS],
    ['[if geo_state = \u201dTX\u201d]', TEXAS],
    ['[if\u00a0geo_state\u00a0=\u00a0\u00abTX\u00bb]', TEXAS],
    ['[if&nbsp;geo_state&nbsp;=&nbsp;"TX"]', TEXAS],
    ['[if\ngeo_state = "TX"]', TEXAS],
    ['[if(geo_state = "TX")]', TEXAS],
    ['[if population &gt; 5]', { kind: 'if', condition: compare('population', '>', '5') }],
    ['[if phone]', { kind: 'if', condition: { kind: 'filled', name: 'phone' } }],
    ['[If Phone]', { kind: 'if', condition: { kind: 'filled', name: 'Phone' } }],
    ['[if Geo State Code]', { kind: 'if', condition: { kind: 'filled', name: 'Geo State Code' } }],
    ['[if not phone]', { kind: 'if', condition: { kind: 'not', of: { kind: 'filled', name: 'phone' } } }],
    ['[if plan_a]', { kind: 'if', condition: { kind: 'filled', name: 'plan_a' } }],
    ['[if available]', { kind: 'if', condition: { kind: 'filled', name: 'available' } }],
    ['[if is_open = yes]', { kind: 'if', condition: compare('is_open', '=', 'yes') }],
    ['[elseif geo_state = "TX"]', { ...TEXAS, kind: 'elseif' }],
    ['[else if geo_state = "TX"]', { ...TEXAS, kind: 'elseif' }],
    ['[ElseIf geo_state = "TX"]', { ...TEXAS, kind: 'elseif' }],
    ['[else]', { kind: 'else' }],
    ['[ Else ]', { kind: 'else' }],
    ['[spin]', { kind: 'spin' }],
    ['[for item in services]', { kind: 'for', item: 'item', list: 'services', separator: '' }],
    ['[for item in services "|"]', { kind: 'for', item: 'item', list: 'services', separator: '|' }],
    [
      '[For x IN Our Services &#8220;; &#8221;]',
      { kind: 'for', item: 'x', list: 'Our Services', separator: '; ' },
    ],
    ["[for x in y ' ']", { kind: 'for', item: 'x', list: 'y', separator: ' ' }],
    ['[for x in y"/"]', { kind: 'for', item: 'x', list: 'y', separator: '/' }],
    ['[nearby 5]', { kind: 'nearby', count: 5, withinMiles: undefined, same: undefined }],
    ['[nearby 100]', { kind: 'nearby', count: 100, withinMiles: undefined, same: undefined }],
    [
      '[nearby 5 within:"30 mi" same:"geo_state"]',
      { kind: 'nearby', count: 5, withinMiles: 30, same: 'geo_state' },
    ],
    [
      '[Nearby 5 same:&#8220;Geo State&#8221; WITHIN: 30]',
      { kind: 'nearby', count: 5, withinMiles: 30, same: 'Geo State' },
    ],
    ['[nearby 5 within:30mi]', { kind: 'nearby', count: 5, withinMiles: 30, same: undefined }],
    ["[nearby 5 within:'1,000.5 miles']", { kind: 'nearby', count: 5, withinMiles: 1000.5, same: undefined }],
    ['[nearby 1 within:"16.09344 km"]', { kind: 'nearby', count: 1, withinMiles: 10, same: undefined }],
    [
      '[nearby 1 within:"16.09344 Kilometers"]',
      { kind: 'nearby', count: 1, withinMiles: 10, same: undefined },
    ],
    ['[/if]', { kind: 'end', of: 'if' }],
    ['[ / IF ]', { kind: 'end', of: 'if' }],
    ['[/spin]', { kind: 'end', of: 'spin' }],
    ['[/for]', { kind: 'end', of: 'for' }],
    ['[/nearby]', { kind: 'end', of: 'nearby' }],
  ])('%s is read', (written, marker) => {
    expect(readMarker(written)).toEqual(marker);
  });
});

describe('any other text in brackets', () => {
  it.each([
    '[geo_city]',
    '[geo_city | default:"if x"]',
    '[[if geo_state = "TX"]]',
    '[iframe src="x"]',
    '[if-menu]',
    '[if_user]',
    '[forms]',
    '[for_sale]',
    '[spinner]',
    '[nearby_towns]',
    '[elsewhere]',
    '[if]',
    '[If you need help]',
    '[if needed]',
    '[if applicable]',
    '[if any]',
    '[if we are closed or you need help]',
    '[if it contains nuts]',
    '[if open on the weekend]',
    '[if lights go out again]',
    '[If so, call]',
    '[else we call]',
    '[else if you agree]',
    '[if lt IE 9]',
    '[if gte mso 9]',
    '[if !mso]',
    '[if !IE]',
    '[if mso]',
    '[if IE 6]',
    '[if (gt IE 5)&(lt IE 7)]',
    '[if mso | IE]',
    '[if gte vml 1]',
    '[if !supportLists]',
    '[if true]',
    '[if field="a" value="b"]',
    '[if field=&quot;a&quot; is=&quot;b&quot;]',
    '[for sale in Texas]',
    '[For rent in "Old Town"]',
    '[for more information]',
    '[for example in Waco]',
    '[for you in Texas]',
    '[for us all in Waco]',
    '[for item in one of many towns]',
    '[for="x"]',
    '[nearby towns]',
    '[nearby 5 star hotels]',
    '[nearby limit="5"]',
    '[nearby:5]',
    '[spin speed="2"]',
    '[spin fast]',
    '[/if x]',
    '[/gallery]',
    '[]',
    '[/]',
    'if phone',
  ])('%s is not a marker', (written) => {
    expect(readMarker(written)).toBeUndefined();
  });
});

describe('a malformed marker', () => {
  it.each([
    ['[elseif]', 'The name of a column is missing'],
    ['[if geo_state == "TX"]', 'Write = instead of ==.'],
    ['[if geo_state = ]', 'A text is missing after ='],
    ['[if geo_state "TX"]', 'Add an operator between the name and the text'],
    ['[if geo_state = "TX" geo_city = "Waco"]', '"geo_city" is left over'],
    ['[if (geo_state = "TX"]', 'A parenthesis isn’t closed'],
    ['[if not]', 'The name of a column is missing'],
    ['[if county | upper = "X"]', 'A condition has no filters'],
    ['[if county is "Travis"]', 'Write county = "Travis".'],
    ['[if county is not "Travis"]', 'Write county != "Travis".'],
    ['[if phone isn’t empty]', 'Write "phone" instead of "phone isn’t empty".'],
    ['[endif]', 'isn’t a marker. Write [/if].'],
    ['[End For]', 'isn’t a marker. Write [/for].'],
    ['[if not (Geo City | upper)]', 'A condition has no filters'],
    ['[if geo_state && phone]', 'Write "and" instead of &&.'],
    ['[elseif population > many]', '> compares numbers'],
    ['[if company contains ""]', 'Write a text after contains'],
    ['[/else]', '[else] isn’t closed by a bracket of its own. Remove it: only [/if] ends a condition.'],
    ['[/elseif]', '[elseif] isn’t closed'],
    [
      '[for the item in services "|"]',
      'The name of the item is one word. Write it like [for item in services "|"].',
    ],
    ['[for 5 in services "|"]', 'The name of the item is one word'],
    ['[for item in a.b "|"]', '"a.b" can’t be the name of a column'],
    ['[for item in services ""]', 'The separator is empty'],
    [
      '[nearby]',
      'Write how many nearby pages to list. Write it like [nearby 5 within:"30 mi" same:"geo_state"].',
    ],
    ['[nearby within:"30 mi"]', 'Write how many'],
    ['[nearby 0]', 'a whole number from 1 to 100'],
    ['[nearby 101]', 'a whole number from 1 to 100'],
    ['[nearby 2.5]', 'a whole number from 1 to 100'],
    ['[nearby -5]', 'a whole number from 1 to 100'],
    ['[nearby 5 within 30]', '"within 30" isn’t an option'],
    ['[nearby 5 within:"30 mi" and more]', '"and more" isn’t an option'],
    ['[nearby 5 radius:"30 mi"]', 'Unknown option "radius". The options are within and same.'],
    ['[nearby 5 within:"30" within:"5"]', 'The option within is written twice'],
    [
      '[nearby 5 within:"30 m"]',
      '"30 m" isn’t a distance. Write miles or kilometers, such as within:"30 mi".',
    ],
    ['[nearby 5 within:""]', '"" isn’t a distance'],
    ['[nearby 5 within:"0 mi"]', '"0 mi" isn’t a distance'],
    ['[nearby 5 within:"-3 mi"]', '"-3 mi" isn’t a distance'],
    ['[nearby 5 same:"a, b"]', '"a, b" can’t be the name of a column'],
    ['[nearby 5 same:""]', '"" can’t be the name of a column'],
  ])('%s is explained', (written, reason) => {
    const read = readMarker(written);
    expect(read && isFault(read) ? read.reason : read).toContain(reason);
  });

  it('has an explanation for any text', () => {
    const start = fc.constantFrom('if ', 'else if', 'for x in ', 'nearby 5 ', '/', 'if geo_state', '');
    const inner = fc
      .tuple(start, hostileValue)
      .map((parts) => `[${parts.join('').replaceAll(/[[\]]/g, '')}]`);
    fc.assert(
      fc.property(inner, (written) => {
        const read = readMarker(written);
        if (read && isFault(read)) expect(read.reason).toMatch(/^\S.*\.$/su);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('is read in linear time, whatever it contains', () => {
    const starts = ['if ', 'for ', 'for x in ', 'nearby 5 within:', 'nearby 5 ', 'if geo_', '/'];
    for (const start of starts)
      for (const unit of ['a ', ' ', 'not ', '(', '" ', "'", 'a="" ', 'in ', 'within:', '5', '_', '!', 'IE '])
        expect(
          measureGrowth((size) => () => readMarker(`[${start}${unit.repeat(size)}]`), 2000),
          start + unit,
        ).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});
