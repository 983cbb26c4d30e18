import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { fillContent, listLossCodes } from '../../platforms/shared/seed-fixture.ts';

const LOST = ['value-no-name'];

/** Names of the tags of a page, as a browser's tokenizer reads them. */
function tagsOf(html: string): string[] {
  const tags: string[] = [];
  const parser = new Parser({ onopentagname: (name) => tags.push(name) });
  parser.end(html);
  return tags;
}

describe('a placeholder in the name of a tag', () => {
  it('is filled with a number: the level of a heading', () => {
    expect(fillContent('<h[level] id="x">[geo_city]</h[level]>', { level: '3' })).toBe(
      '<h3 id="x">Austin</h3>',
    );
    expect(fillContent('<h[ Level | digits ]>x</h[level | digits]>', { level: 'no. 4' })).toBe('<h4>x</h4>');
  });

  it.each([
    ['<s[v]>alert(1)</s[v]>', 'cript'],
    ['<s[v]>x', 'tyle'],
    ['<[v]script>', ''],
    ['<i[v] src="x">', 'frame'],
    ['<plain[v]>', 'text'],
    ['<scr[v]t>', 'ip'],
    ['<h[v]>', 'ead'],
    ['<h[v]>', 'r'],
    ['<acme-[v]>', 'town'],
    ['<h[v]>', '2x'],
    ['<h[v]>', '2 onclick=x'],
    ['<h[v]>', '²'],
    ['<h[v]>', '-1'],
  ])('doesn’t complete or change a tag: %s with "%s"', (content, v) => {
    const losses = listLossCodes({ content }, { v });
    if (losses.length === 0) expect(tagsOf(fillContent(content, { v }))).toEqual([]);
    else expect(losses).toEqual(LOST);
  });

  it.each(['<script[v]>[geo_city]</script[v]>', '<style[v]>', '<h[v]>', '<textarea[v]>'])(
    'doesn’t become another tag with an empty cell: %s',
    (content) => {
      expect(listLossCodes({ content }, { v: '' })).toEqual(LOST);
    },
  );

  it('doesn’t end an open script, style or comment of the seed', () => {
    expect(listLossCodes({ content: '<p>a</s[v]> b' }, { v: 'cript' })).toEqual(LOST);
    expect(listLossCodes({ content: '<svg><t[v]>x</svg>' }, { v: 'itle' })).toEqual(LOST);
  });

  it('skips the row with a reason', () => {
    const text = '<h[v]>x';
    expect(listLossCodes({ content: text }, { v: 'two' })).toEqual(LOST);
  });
});

describe('a placeholder in the name of an attribute', () => {
  it('is filled with a name where the attribute’s value is the seed’s own', () => {
    expect(fillContent('<input [v]>', { v: 'checked' })).toBe('<input checked>');
    expect(fillContent('<p data-[v]="x" [v]-id=\'y\'>z', { v: 'town' })).toBe(
      '<p data-town="x" town-id=\'y\'>z',
    );
    expect(fillContent('<input [v]>', { v: '' })).toBe('<input >');
  });

  it.each([
    ['<p [v]="[w]">', 'onclick', 'alert(1)'],
    ['<p on[v]="[w]">', 'click', 'alert(1)'],
    ['<a h[v]="[w]">', 'ref', 'javascript:alert(1)'],
    ['<a [v]=[w]>', 'href', 'javascript:alert(1)'],
    ["<p [v]='a [w] b'>", 'style', 'x'],
    ['<iframe src[v]="[w]">', 'doc', '<script>alert(1)</script>'],
    ['<p [v][w]="[w]">', 'on', 'load'],
    ['<p [v]="&#91;w&#93;">', 'onclick', 'alert(1)'],
    ['<p onclic[v]="[w]">', 'k', 'alert(1)'],
  ])('makes nothing run that a row has: %s with "%s" and "%s"', (content, v, w) => {
    expect(listLossCodes({ content }, { v, w })).toContain('value-no-name');
  });

  it('may be a number next to a value of the row', () => {
    expect(fillContent('<p data-[n]="[w]">x', { n: '2', w: 'a"b' })).toBe('<p data-2="a&quot;b">x');
  });

  it('doesn’t restrict the attributes next to it', () => {
    expect(fillContent('<p [v]="x" title="[w]" [v]>y', { v: 'lang', w: 'a b' })).toBe(
      '<p lang="x" title="a b" lang>y',
    );
  });

  it.each(['a b', 'a=b', 'a>b', 'a/b', 'a"b', "a'b", 'é', 'a`b', 'a\nb'])('never ends the name: %j', (v) => {
    expect(listLossCodes({ content: '<p [v]="x">y' }, { v })).toEqual(LOST);
  });
});

describe('the type of a script', () => {
  it.each([
    ['is a cell', '<script type="[v]">[w]</script>'],
    ['ends in a cell', '<script type="text/[v]">[w]</script>'],
    ['stands twice, the first counts', '<script type="module" type="text/template">[w]</script>'],
    ['is written with references', '<script type="&#109;odule">[w]</script>'],
    ['is in capitals', '<script TYPE=MODULE>[w]</script>'],
    ['has blanks around it', '<script type=" module ">[w]</script>'],
  ])('doesn’t run a row if it %s', (_name, content) => {
    expect(listLossCodes({ content }, { v: 'module', w: 'alert(1)' })).toEqual(['value-no-literal']);
    expect(fillContent(content, { v: 'module', w: '42' })).toContain('>42</script>');
  });

  it('is the type of its own script, not of the one before', () => {
    const content = '<script type="text/template"><p>[w]</p></script><script>[n]</script>';
    expect(fillContent(content, { w: 'a<b', n: '1' })).toContain('<p>a&lt;b</p></script><script>1</script>');
    expect(listLossCodes({ content }, { w: 'a', n: 'alert(1)' })).toEqual(['value-no-literal']);
  });
});
