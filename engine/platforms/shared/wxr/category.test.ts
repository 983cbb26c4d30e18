import { describe, expect, it } from 'vitest';
import type { TermSpec } from '#testkit/wxr-seed.ts';
import { fillPage } from '../seed-fixture.ts';

const ROW = { geo_city: 'O\'Fallon "West" & <Co>', state: 'Missouri', geo_url: 'ofallon-mo' };

function readTerm(term: TermSpec, row: Record<string, string> = ROW): TermSpec | undefined {
  return fillPage({ type: 'post', terms: [term] }, row).terms[0];
}

describe('terms of a post', () => {
  it.each<[string, string, string]>([
    ['[state]', 'state', 'missouri'],
    ['Plumbers in [state]', 'plumbers-in-state', 'plumbers-in-missouri'],
    ['Plumbers & [state]', 'plumbers-state', 'plumbers-missouri'],
    ['Plumbers in [state]', 'plumbers-in-geo_url', 'plumbers-in-ofallon-mo'],
    ['[state] | [geo_city]', 'geo_city', 'ofallon-west-co'],
    ['x', 'town-geo_city', 'town-ofallon-west-co'],
    ['x', '[geo_city]', 'ofallon-west-co'],
    ['[state]', 'state-2', 'missouri-2'],
    ['[state]', 'old-name', 'missouri'],
    ['Towns of [state]!', 'old-name', 'towns-of-missouri'],
    ['[state]', '', 'missouri'],
  ])('the name %j with the nicename %j gets the nicename %j', (name, nicename, expected) => {
    expect(readTerm({ name, nicename })?.nicename).toBe(expected);
  });

  it('can contain the page’s URL, unlike slugs of pages', () => {
    const { nicename } = readTerm({ name: 'x', nicename: 'of-[page_url]' }) ?? {};
    expect(nicename).toBe('of-plumber-ofallon-mo');
    expect(readTerm({ name: 'x', nicename: '[Page URL | upper]' })?.nicename).toBe('plumber-ofallon-mo');
  });

  it('keeps a term without placeholders as it is', () => {
    expect(readTerm({ name: 'News & more', nicename: 'news' })).toEqual({
      domain: 'category',
      nicename: 'news',
      name: 'News & more',
    });
  });

  it('fills the name as short HTML and every other attribute as XML', () => {
    const extra = '<category domain="post_tag" nicename="t" title=\'[geo_city]\'>[geo_city]</category>';
    const page = fillPage({ type: 'post', extra }, ROW);
    expect(page.terms[0]?.name).toBe('O\'Fallon "West" & &lt;Co&gt;');
    expect(page.attributes).toContainEqual(['category title', ROW.geo_city]);
  });

  it('gives the pages of two towns different terms', () => {
    const first = readTerm({ name: 'In [geo_city]', nicename: 'x' }, { geo_city: 'Reno' });
    const second = readTerm({ name: 'In [geo_city]', nicename: 'x' }, { geo_city: 'Elko' });
    expect([first?.nicename, second?.nicename]).toEqual(['in-reno', 'in-elko']);
  });

  it('writes nothing into the tag that could close it', () => {
    const page = fillPage(
      { type: 'post', terms: [{ name: 'A "b" & <c> [state]', nicename: 'a-b-c-state' }] },
      { state: '"/><x>' },
    );
    expect(page.terms).toEqual([
      { domain: 'category', nicename: 'a-b-c-x', name: 'A "b" & <c> "/&gt;&lt;x&gt;' },
    ]);
  });
});
