/** Constructs that aren't written correctly: one problem each, at the marker that has to change. */
import { describe, expect, it } from 'vitest';
import { inspect } from '#engine';
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_state', 'county', 'phone'],
  ['Austin', 'TX', 'Travis', '1'],
];

function list(content: string, rows = ROWS): string[] {
  const { problems } = inspect({
    seed: { file: 'page.xml', bytes: wxrSeed({ content: `[geo_city] ${content}` }) },
    table: { ...readRows(rows), file: 'rows.csv' },
  });
  return problems.map(({ severity, text }) => `${severity}: ${text}`);
}

describe('one problem names the marker and the right form', () => {
  it.each([
    [
      '[for item of county]x[/for]',
      '[for item of county] can’t be read. Write it like [for item in services "|"].',
    ],
    ['[for county]x[/for]', '[for county] can’t be read. Write it like [for item in services "|"].'],
    [
      '[for a in county]x[/for]',
      '[for a in county] can’t be read. Use another name than "a" for the item. Write it like [for item in services "|"].',
    ],
    ['[if]x[/if]', '[if] The name of a column is missing. Write the condition like geo_state = "TX".'],
    ['[if not]x', '[if not] The name of a column is missing. Write the condition like geo_state = "TX".'],
    [
      '[if not]x[/if]',
      '[if not] The name of a column is missing. Write the condition like geo_state = "TX".',
    ],
    [
      '[else if]x[/if]',
      '[else if] The name of a column is missing. Write the condition like geo_state = "TX".',
    ],
    ['[else]x[/if]', '[else] doesn’t belong to an open [if]. Remove it, or add the beginning.'],
    ['[if the box is open]x[/if]', '[if the box is open] Write the box = "open".'],
    [
      '[nearby five]x[/nearby]',
      '[nearby five] can’t be read. Write it like [nearby 5 within:"30 mi" same:"geo_state"].',
    ],
    [
      '[spin a | b]c[/spin]',
      '[spin a | b] can’t be read. Write it like [spin]a || b[/spin], with nothing else in its brackets.',
    ],
    ['[if county]x[endif]', '[endif] isn’t a marker. Write [/if].'],
    ['x [endif]', '[endif] isn’t a marker. Write [/if].'],
    ['[if county]<p>[for x of county]</p>y<p>[/for]</p>[/if]', '[for x of county] can’t be read. Write it'],
    ['[if phone is empty]x[/if]', '[if phone is empty] Write "not phone" instead of "phone is empty".'],
    [
      '[if phone is not empty]x[/if]',
      '[if phone is not empty] Write "phone" instead of "phone is not empty".',
    ],
    ['[if phone exists]x[/if]', '[if phone exists] Write "phone" instead of "phone exists".'],
    ['[if county is Travis]x[/if]', '[if county is Travis] Write county = "Travis".'],
    [
      '[if county | upper = "X"]x[/if]',
      '[if county | upper = "X"] A condition has no filters. Compare the column itself,',
    ],
    [
      '[if county][spin]x[/if][/spin]',
      '[spin] begins inside [if county] but ends after it. Move [/spin] before [/if].',
    ],
    ['[if county]<b>[spin]x[/if]</b>[/spin]', '[/if] is in another element or text than its beginning.'],
    ['[if county][spin]x || y[/if]', '[spin] isn’t closed. Add [/spin].'],
  ])('%s', (content, text) => {
    expect(list(content)).toEqual([expect.stringContaining(`fault: ${text}`)]);
  });

  it.each([
    [
      '[for x y]z',
      '[for x y] can’t be read. Write it like [for item in services "|"]. Until then, it stays as text.',
    ],
    ['[spin: a || b]', '[spin: a || b] can’t be read.'],
    [
      '[spin]a | b[/spin]',
      '[spin] has only one variant, because a single bar counts as text. Write two bars between variants:',
    ],
    ['[spin]a[/spin]', '[spin] has only one variant. Add others, with two bars between them:'],
  ])('without a fault: %s', (content, text) => {
    expect(list(content)).toEqual([expect.stringContaining(`notice: ${text}`)]);
  });
});

describe('what is written correctly has no problem', () => {
  it.each([
    '[if county]x[/if] <!--[if mso]><b>y</b><![endif]-->',
    '[if county]<!--[if gte mso 9]><b>y</b><![endif]--><p>x</p>[/if]',
    '[for sale in Texas] [for part in county]x[/for]',
    '[if you need help] [if county]x[/if] [if applicable]',
    '[spin]a || b | c[/spin] | d',
  ])('%s', (content) => {
    expect(list(content).filter((text) => !text.startsWith('notice: Left unchanged'))).toEqual([]);
  });

  it('a column wins over the words of a test', () => {
    const rows = [
      [...(ROWS[0] ?? []), 'Shop exists'],
      [...(ROWS[1] ?? []), 'yes'],
    ];
    expect(list('[if shop exists]x[/if]', rows)).toEqual([]);
  });
});
