/**
 * The importer's rules of a file as such and of files that follow each other, broken one by one in an
 * export that wasn’t made for a test: where it is reported, what is still counted, what the next file finds.
 */
import { describe, expect, it } from 'vitest';
import { checkParts } from './check-parts.ts';
import { type Change, changed, EXPORT, checkExports, textAt } from './plain-export-fixture.ts';
import { auditText } from './wxr-fixture.ts';

const LINES = EXPORT.split('\n').length;

/** Codes with their severity. */
function listOutcomes(problems: readonly { severity: string; code: string }[]): string[] {
  return problems.map(({ severity, code }) => `${severity} ${code}`);
}

interface Form {
  file: string;
  code: string;
  /** The text at the place that is reported. */
  at: string;
  says: string;
  /** Records before the place. */
  pages?: number;
}

const inText = (text: string) => changed([['<p>Waco</p>', text]]);
const inTitle = (text: string) => changed([['<![CDATA[Plumber in Waco]]>', text]]);

const FORMS: Record<string, Form> = {
  'an end of CDATA is split': {
    file: inText('if (a[b[0]]>1)'),
    code: 'malformed-xml',
    at: '</content:encoded>',
    says: 'so the importer would read only part of the file or damage it',
    pages: 1,
  },
  'an ampersand is escaped': {
    file: inTitle('Pipes & Drains'),
    code: 'malformed-xml',
    at: '& Drains',
    says: 'an "&" is not escaped and has to be written "&amp;"',
    pages: 1,
  },
  'no entity but those of XML': {
    file: inTitle('Pipes&nbsp;Drains'),
    code: 'malformed-xml',
    at: 'Drains',
    says: 'undefined entity',
    pages: 1,
  },
  'no vertical tab': {
    file: inText('a\u000bb'),
    code: 'malformed-xml',
    at: '\u000bb',
    says: 'disallowed character',
    pages: 1,
  },
  'no NUL': {
    file: inText('a\0b'),
    code: 'malformed-xml',
    at: '\0b',
    says: 'disallowed character',
    pages: 1,
  },
  'no U+FFFE': {
    file: inText('a\ufffeb'),
    code: 'malformed-xml',
    at: '\ufffeb',
    says: 'disallowed character',
    pages: 1,
  },
  'no control character as a reference': {
    file: inTitle('a&#11;b'),
    code: 'malformed-xml',
    at: 'b',
    says: 'malformed character entity',
    pages: 1,
  },
  'every tag is closed': {
    file: EXPORT.replace('</item>', ''),
    code: 'malformed-xml',
    at: '',
    says: 'unexpected close tag',
    pages: 1,
  },
  'nothing is cut off': {
    file: EXPORT.slice(0, EXPORT.indexOf('Van]')),
    code: 'malformed-xml',
    at: '',
    says: 'the file ends within a CDATA section',
    pages: 2,
  },
  'nothing follows the end': {
    file: `${EXPORT}Thanks!`,
    code: 'malformed-xml',
    at: '',
    says: 'text data outside of root node',
    pages: 3,
  },
  'nothing precedes the declaration': {
    file: `\n${EXPORT}`,
    code: 'malformed-xml',
    at: '',
    says: 'an XML declaration must be at the start of the document',
  },
  'no DOCTYPE': {
    file: changed([['<rss version', '<!DOCTYPE rss>\n<rss version']]),
    code: 'xml-doctype',
    at: '',
    says: 'The file has a DOCTYPE, which the importer rejects',
  },
  'XML is 1.0': {
    file: changed([['<?xml version="1.0"', '<?xml version="1.1"']]),
    code: 'xml-version',
    at: '',
    says: 'The file declares XML 1.1, but the importer reads only XML 1.0',
  },
  'the encoding is one that the importer reads': {
    file: changed([['"UTF-8"', '"windows-1252"']]),
    code: 'xml-encoding',
    at: '',
    says: 'The file declares the encoding windows-1252; save it as UTF-8',
  },
  'the prefix is wp:': {
    file: EXPORT.replaceAll('wp:', 'w:').replace('xmlns:wp', 'xmlns:w'),
    code: 'wxr-prefix',
    at: '',
    says: 'The prefix "wp:" isn’t declared for http://wordpress.org/export/…, so the importer rejects the file',
  },
  'the outermost element is rss': {
    file: EXPORT.replace('<rss version="2.0"', '<feed').replace('</rss>', '</feed>'),
    code: 'not-wxr',
    at: '',
    says: 'it starts with <feed> instead of <rss>',
  },
  'a version is said': {
    file: changed([['\t<wp:wxr_version>1.2</wp:wxr_version>\n', '']]),
    code: 'wxr-version',
    at: '',
    says: 'The file has no wp:wxr_version, so the importer rejects it',
  },
  'a version is a number with a point': {
    file: changed([['>1.2<', '>2<']]),
    code: 'wxr-version',
    at: '',
    says: 'The file has the wp:wxr_version "2", so the importer rejects it',
  },
};

describe('the form of a file', () => {
  it.each(Object.entries(FORMS))('%s', (_rule, { file, code, at, says, pages = 0 }) => {
    const verdict = checkExports([file]);
    const [problem] = verdict.problems;
    expect(listOutcomes(verdict.problems.filter(({ severity }) => severity === 'fault'))).toEqual([
      `fault ${code}`,
    ]);
    expect(problem).toMatchObject({ file: 'export.xml', text: expect.stringContaining(says) });
    if (at !== '') expect(textAt(file, problem ?? {}).startsWith(at)).toBe(true);
    expect(verdict.ok).toBe(false);
    expect(Object.values(verdict.imported).reduce((sum, count) => sum + count, 0)).toBe(pages);
  });

  it.each([
    ['at the end of a text', 'Pipes &</title>', '&</title>'],
    ['before letters without an end', 'R&D in Waco</title>', '&D in Waco'],
    ['before a number without an end', 'R&#65 in Waco</title>', '&#65 in'],
    ['before nothing', 'a &; b</title>', '&; b'],
    ['twice: the first of them', 'a & b & c</title>', '& b & c'],
    ['after a reference', 'a &amp;& b</title>', '& b</title>'],
    ['in an attribute', 'a</title><x of="R&D"/>', '&D"/>'],
  ])('reports the place of an ampersand, not the end of the file: %s', (_where, title, at) => {
    const file = changed([['<![CDATA[Plumber in Waco]]></title>', title]]);
    for (const chunk of [1, 3, 50, file.length]) {
      const { problems } = checkParts([auditText(file, { chunk })]);
      expect(listOutcomes(problems)).toEqual(['fault malformed-xml']);
      expect(textAt(file, problems[0] ?? {}).startsWith(at)).toBe(true);
    }
  });

  it('takes an ampersand in CDATA, in a comment and of a reference for what it is', () => {
    const title = 'R&amp;D &#38; &#x26; <![CDATA[& R&D]]><!-- R&D & --><?php a && b ?></title>';
    const file = changed([['<![CDATA[Plumber in Waco]]></title>', title]]);
    for (const chunk of [1, 7, file.length])
      expect(checkParts([auditText(file, { chunk })]).problems).toEqual([]);
  });

  it('reports the place of bytes that aren’t UTF-8', () => {
    const [before = '', after = ''] = changed([['<p>Waco</p>', '<p>M@nchen</p>']]).split('@');
    const encoder = new TextEncoder();
    const bytes = Uint8Array.from([...encoder.encode(before), 0xfc, ...encoder.encode(after)]);
    const { problems, pages } = checkExports([bytes]);
    expect(listOutcomes(problems)).toEqual(['fault xml-encoding']);
    expect(textAt(`${before}@${after}`, problems[0] ?? {})).toMatch(/^@nchen/u);
    expect(problems[0]?.text).toContain('the importer fails or damages the page');
    expect(pages).toBe(1);
  });

  it('goes on after markup that isn’t escaped in a leaf, and reports each element', () => {
    const file = changed([
      ['<![CDATA[Areas]]>', 'Our <b>areas</b>'],
      ['<![CDATA[Plumber in Waco]]>', '<em>Plumber</em> in <i>Waco</i>'],
    ]);
    const { problems, pages } = checkExports([file]);
    expect(listOutcomes(problems)).toEqual(Array.from({ length: 3 }, () => 'fault markup-in-leaf'));
    expect(problems.map((problem) => textAt(file, problem))).toEqual([
      'areas</b></title>',
      'Plumber</em> in <i>Waco</i></title>',
      'Waco</i></title>',
    ]);
    expect(problems[2]?.text).toBe(
      'The element <i> isn’t escaped in title, so the importer drops it; wrap the text in CDATA.',
    );
    expect(pages).toBe(2);
  });

  it('counts no item that is outside of the first channel', () => {
    const item = EXPORT.slice(EXPORT.indexOf('\t<item>'), EXPORT.indexOf('</item>') + '</item>'.length);
    const file = changed([['</channel>\n', `</channel>\n${item}\n<channel>\n${item}\n</channel>\n`]]);
    const { problems, pages } = checkExports([file]);
    expect(listOutcomes(problems)).toEqual(['fault item-outside-channel', 'fault item-outside-channel']);
    expect(problems.map(({ line }) => line)).toEqual([LINES - 1, LINES + item.split('\n').length]);
    expect(pages).toBe(2);
  });
});

/** The export as a second file: the image and the parent in it are stubs, the page is another one. */
const SECOND: Change = [
  ['<![CDATA[Plumber in Waco]]>', '<![CDATA[Plumber in Salem]]>'],
  ['>https://northstar.example/?page_id=11<', '>https://northstar.example/?page_id=21<'],
  ['<wp:post_id>11<', '<wp:post_id>21<'],
  ['[plumber-waco]', '[plumber-salem]'],
  ['<wp:post_parent>11<', '<wp:post_parent>0<'],
];
const second = (...more: Change): string => changed([...SECOND, ...more]);
const findItem = (slug: string): string => {
  const at = EXPORT.indexOf(`[${slug}]`);
  const from = EXPORT.lastIndexOf('\t<item>', at);
  return EXPORT.slice(from, EXPORT.indexOf('</item>', at) + '</item>\n'.length);
};

describe('a file that follows another one', () => {
  it('imports completely where it repeats the parent and the image of its page', () => {
    expect(checkExports([EXPORT, second()])).toMatchObject({
      ok: true,
      pages: 3,
      stubs: 2,
      stubPages: 1,
      imported: { page: 3, attachment: 1 },
      skipped: [],
      problems: [],
    });
  });

  it.each<[string, Change, string[], string]>([
    [
      'repeats its parent',
      [[findItem('areas'), '']],
      ['fault parent-missing'],
      'Page "plumber-salem": its parent 10 is not in this file, so it moves to the top level',
    ],
    [
      'repeats its image',
      [[findItem('van').replace('post_parent>11', 'post_parent>0'), '']],
      ['fault thumbnail-on-seed-site'],
      'Page "plumber-salem": its featured image 12 is only in another file, so the page imports without it',
    ],
    [
      'repeats its parent with the same date',
      [['[2024-03-05 09:15:00]]></wp:post_date>', '[2024-03-05 09:15:01]]></wp:post_date>']],
      ['fault duplicate-slug', 'notice duplicate-guid', 'notice duplicate-id-across-parts'],
      'Page "areas": its slug is already used by page 10, so WordPress changes it to "areas-2"',
    ],
    [
      'names no page twice',
      [['[Plumber in Salem]', '[plumber in waco]']],
      ['fault already-exists'],
      'Page "plumber-salem": an earlier item has the same title, date and type, so the importer reports that it "already exists" and adds its metas to the earlier one',
    ],
    [
      'gives its pages ids of their own',
      [['<wp:post_id>21<', '<wp:post_id>11<']],
      ['notice duplicate-id-across-parts'],
      'an earlier file has another item with the wp:post_id 11, so this one gets a new ID',
    ],
    [
      'gives its pages slugs of their own',
      [['[plumber-salem]', '[plumber-waco]']],
      ['fault duplicate-slug'],
      'Page "plumber-waco": its slug is already used by page 11, so WordPress changes it to "plumber-waco-2"',
    ],
  ])('%s', (_rule, change, told, says) => {
    const { problems } = checkExports([EXPORT, second(...change)]);
    expect(listOutcomes(problems).sort()).toEqual([...told].sort());
    expect(problems.map(({ text }) => text).join('\n')).toContain(says);
    expect(problems.every((problem) => problem.file === 'part-2.xml')).toBe(true);
  });

  it('isn’t a stub of a page that nothing in it names', () => {
    const file = second(
      [findItem('van').replace('post_parent>11', 'post_parent>0'), ''],
      ['<![CDATA[12]]>', '<![CDATA[]]>'],
    ).replace('<wp:post_parent>10<', '<wp:post_parent>0<');
    const { problems, skipped } = checkExports([EXPORT, file]);
    expect(listOutcomes(problems)).toEqual(['fault already-exists']);
    expect(skipped).toMatchObject([{ file: 'part-2.xml', slug: 'areas', code: 'already-exists' }]);
    expect(textAt(file, { line: skipped[0]?.line ?? 0 })).toBe('<item>');
  });

  it('imports nothing from a file that the importer rejects', () => {
    const refused = changed([['>1.2<', '>2<']]);
    const verdict = checkExports([refused, second()]);
    expect(verdict).toMatchObject({ ok: false, pages: 2, stubs: 0 });
    expect(listOutcomes(verdict.problems)).toEqual(['fault wxr-version']);
  });
});
