import { describe, expect, it } from 'vitest';
import { checkParts } from './check-parts.ts';
import { auditText, cdata, codes, item, wxr } from './wxr-fixture.ts';

const ACME = 'xmlns:acme="https://acme.example/ns"';

function getVerdict(extra: string) {
  return checkParts([auditText(wxr([item({ extra })]))]);
}

/** Fields for which the audit says that the importer would drop markup. */
function fieldsWithMarkup(extra: string): (string | undefined)[] {
  return getVerdict(extra)
    .problems.filter(({ code }) => code === 'markup-in-leaf')
    .map(({ field }) => field);
}

describe('elements that the importer does not read', () => {
  it.each([
    ['of a plugin', `<acme:extra ${ACME}><acme:inner>x</acme:inner></acme:extra>`],
    [
      'of a plugin, many deep',
      `<acme:a ${ACME}><acme:b><acme:c><acme:d>x</acme:d></acme:c></acme:b></acme:a>`,
    ],
    ['without a namespace', '<extra>text <b>and</b> markup</extra>'],
    ['of WordPress that no parser knows', '<wp:layout><wp:row>1</wp:row></wp:layout>'],
    [
      'whose children are called like fields',
      '<extra><title>a <b>b</b></title><guid><i>c</i></guid></extra>',
    ],
    ['whose children are called like metas', `<acme:m ${ACME}><wp:postmeta><b>x</b></wp:postmeta></acme:m>`],
    ['that it passes over: description', '<description><p>x</p></description>'],
  ])('may hold elements: those %s', (_name, extra) => {
    expect(getVerdict(extra)).toMatchObject({ ok: true, pages: 1, problems: [] });
  });

  it('are searched for placeholders all the same, next to their elements and in their attributes', () => {
    const places = [
      `<acme:x ${ACME}>[geo_city]</acme:x>`,
      `<acme:x ${ACME}>a [geo_city] <acme:y>b</acme:y></acme:x>`,
      `<acme:x ${ACME}><acme:y>b</acme:y> [geo_city] c</acme:x>`,
      `<acme:x ${ACME}><acme:y of="[geo_city]"/></acme:x>`,
    ];
    for (const extra of places) {
      const part = auditText(wxr([item({ extra })]));
      const verdict = checkParts([part], { pages: 1, placeholders: ['[geo_city]'] });
      expect(codes(verdict, 'fault')).toEqual(['placeholder-unfilled']);
    }
  });
});

describe('elements that the importer reads', () => {
  it.each([
    'title',
    'guid',
    'dc:creator',
    'content:encoded',
    'excerpt:encoded',
    'category',
    'wp:post_id',
    'wp:post_date',
    'wp:post_name',
    'wp:status',
    'wp:post_type',
    'wp:post_password',
    'wp:attachment_url',
    'wp:is_sticky',
  ])('contain only text: an element in <%s> is dropped', (name) => {
    expect(fieldsWithMarkup(`<${name}>a <b>b</b></${name}>`)).toEqual([name]);
  });

  it('contain only text in metas and comments too, down to the metas of a comment', () => {
    expect(
      fieldsWithMarkup(
        `<wp:postmeta><wp:meta_key>a<b/></wp:meta_key><wp:meta_value>x <i>y</i></wp:meta_value></wp:postmeta>`,
      ),
    ).toEqual(['wp:meta_key', 'wp:meta_value']);
    expect(
      fieldsWithMarkup(
        `<wp:comment><wp:comment_content>a <b>b</b></wp:comment_content><wp:commentmeta><wp:meta_key>k</wp:meta_key><wp:meta_value><i>v</i></wp:meta_value></wp:commentmeta></wp:comment>`,
      ),
    ).toEqual(['wp:comment_content', 'wp:meta_value']);
  });

  it('may hold unknown elements in a meta or a comment, next to what is read', () => {
    const meta = `<wp:postmeta><wp:meta_key>${cdata('k')}</wp:meta_key><acme:x ${ACME}><acme:y>1</acme:y></acme:x><wp:meta_value>v</wp:meta_value></wp:postmeta>`;
    expect(fieldsWithMarkup(meta)).toEqual([]);
    const comment = '<wp:comment><other><wp:meta_value><b>x</b></wp:meta_value></other></wp:comment>';
    expect(fieldsWithMarkup(comment)).toEqual([]);
  });

  it('are reported once for each element at the top of the leaf, not for what is in that', () => {
    expect(fieldsWithMarkup('<title><p>a <b>b <i>c</i></b></p><p>d</p></title>')).toEqual(['title', 'title']);
  });
});
