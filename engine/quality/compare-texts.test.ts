import { describe, expect, it } from 'vitest';
import { compareTexts, hasText } from './compare-texts.ts';
import { type PageText, ParagraphReader } from './read-paragraphs.ts';

const read = (title: string, ...texts: string[]): PageText => new ParagraphReader().read({ title, texts });

/** Marks own words with asterisks. */
const show = (segments: readonly [string, boolean][] | null) =>
  segments?.map(([text, isOwn]) => (isOwn ? `*${text}*` : text)).join('') ?? null;

const compare = (left: PageText, right: PageText) => {
  const { paragraphs, ...rest } = compareTexts(left, right);
  return { ...rest, paragraphs: paragraphs.map((pair) => [show(pair.left), show(pair.right)]) };
};

describe('reading paragraphs', () => {
  it('reads blocks as plain text, without code, scripts and references', () => {
    const page = read(
      'Plumber &amp; son in <b>Katy</b>',
      '<!-- wp:paragraph --><p>A <em>burst</em> pipe&nbsp;doesn&#8217;t wait.</p><script>x("y")</script>',
      'Text<br>line<ul><li>one<li>two</ul><style>p{}</style>',
    );
    expect(page).toEqual({
      title: 'Plumber & son in Katy',
      paragraphs: ['A burst pipe doesn’t wait.', 'Text', 'line', 'one', 'two'],
      isCut: false,
    });
  });

  it('cuts a page of 5 MB', () => {
    const page = read('Long', `<p>${'many words '.repeat(500_000)}</p>`);
    expect(page.isCut).toBe(true);
    expect(page.paragraphs.join('').length).toBeLessThanOrEqual(200_000);
    const titled = read('Long title '.repeat(500_000), '<p>Text</p>');
    expect([titled.isCut, titled.title.length]).toEqual([true, 1000]);
  });
});

describe('comparing pages', () => {
  it('marks words that only one page has, in paragraphs at the same height', () => {
    const left = read(
      'Plumber in Katy, TX',
      '<p>Our plumbers reach homes in Katy within 34 minutes.</p><p>Slab leaks are common in Cinco Ranch.</p><p>Call us.</p>',
    );
    const right = read(
      'Plumber in Cypress, TX',
      '<p>Our plumbers reach homes in Cypress within 31 minutes.</p><p>Call us.</p>',
    );
    const { paragraphs, words, ownWords } = compare(left, right);
    expect(paragraphs).toEqual([
      ['Plumber in *Katy,* TX', 'Plumber in *Cypress,* TX'],
      [
        'Our plumbers reach homes in *Katy* within *34* minutes.',
        'Our plumbers reach homes in *Cypress* within *31* minutes.',
      ],
      ['*Slab leaks are common in Cinco Ranch.*', null],
      ['Call us.', 'Call us.'],
    ]);
    expect([words, ownWords]).toEqual([22, 10]);
  });

  it('ignores case and punctuation, and marks characters of Chinese', () => {
    const { paragraphs } = compare(
      read('', '<p>Call, now!</p><p>我们在休斯敦修理水管</p>'),
      read('', '<p>call now</p><p>我们在奥兰多修理水管</p>'),
    );
    expect(paragraphs.slice(1)).toEqual([
      ['Call, now!', 'call now'],
      ['我们在*休斯敦*修理水管', '我们在*奥兰多*修理水管'],
    ]);
  });

  it('finds the longest paragraph that both have, and other pages with it', () => {
    const text = (town: string, minutes: number) =>
      `<p>Short.</p><p>A burst pipe in ${town} does not wait for office hours, and we come within ${minutes} minutes.</p>`;
    const { shared } = compareTexts(read('a', text('Katy', 34)), read('b', text('Cypress', 31)));
    expect(shared?.text).toBe(
      'A burst pipe in Katy does not wait for office hours, and we come within 34 minutes.',
    );
    expect(shared && hasText(read('c', text('San Antonio', 120)), shared)).toBe(true);
    expect(shared && hasText(read('d', '<p>A burst pipe waits.</p>'), shared)).toBe(false);
  });

  it('finds no shared paragraph on pages with different text', () => {
    const { shared, ownWords, words } = compareTexts(
      read('One', '<p>Lorem ipsum dolor sit amet consectetur adipiscing elit sed</p>'),
      read('Two', '<p>Wir reparieren Rohre bei Tag und bei Nacht in der Stadt</p>'),
    );
    expect(shared).toBeUndefined();
    expect(ownWords).toBe(words);
  });

  it('compares the longest pages that it reads in less than ten seconds', () => {
    const long = (seed: number) =>
      Array.from(
        { length: 400 },
        (_, at) =>
          `<p>${Array.from({ length: 90 }, (__, word) => `w${(at * word * seed) % 97}`).join(' ')}</p>`,
      ).join('');
    const start = performance.now();
    compareTexts(read('a', long(7)), read('b', long(11)));
    compareTexts(
      read('a', `<p>${'a b c '.repeat(33_000)}</p>`),
      read('b', `<p>${'c b d '.repeat(33_000)}</p>`),
    );
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
