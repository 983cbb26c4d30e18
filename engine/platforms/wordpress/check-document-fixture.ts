/** Test only: fills a document in the place of a builder with many values, and checks each page. */
import { type Problem, prepareProject, readSeed } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { MARK, findMismatch } from '#testkit/decoders/document.ts';
import { cellText } from '#testkit/hostile-values.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';
import { type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import type { BuilderDocument } from './builder-documents-fixture.ts';
import type { DocumentClass } from './document-classes-fixture.ts';

/** Characters that end, open or escape something in some language. */
export const HOSTILE = [
  'Waco',
  '5',
  '-5',
  'true',
  `O'Fallon "West" & <Co>`,
  '\\ \\\\ \\u005b \\x5b \\5b x\\',
  'a\r\nb\nc\rd\te',
  '</script><script>alert(1)</script>',
  '</style></textarea></title><img src=x onerror=alert(1)>',
  '0);alert(1)//',
  "');alert(1)//",
  '");alert(1)//',
  '`);alert(1)//${alert(1)}',
  '} body{display:none} a{',
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  ']]>',
  '--',
  '--> <!-- --!>',
  '*/ /* //',
  '[other] [local_intro] [[x]] [gallery ids="1"] [/vc_raw_html]',
  '%5B %22 %91x%93 %zz 100%',
  '&#91;x&#93; &amp;lt; &quot;',
  '`{`x`}` ``',
  'é 中 😀👩‍👩‍👧 \u{10ffff} \u0301',
  '\u202eשלום مرحبا',
  '\u2028\u2029\u0085\ufeff',
  'x\0y\u0001\ufffe',
  '$& $1 $$ \\0 ${x}',
  '{{ 7 * 7 }} {% x %}',
  '<?php echo 1; ?>',
  'a:1:{i:0;s:1:"x";}',
  '{"a":"b',
  'x'.repeat(5000),
  '',
  ' ',
];

/** Values that leave text in their cell: an empty one has no link text. */
export const FILLED = HOSTILE.filter((value) => cellText(value) !== '');

const HOLE = '[local_intro]';

export interface DocumentCase {
  place: BuilderDocument;
  context: DocumentClass;
}

export interface CheckedDocument {
  /** Reasons to refuse the seed; empty if it is filled. */
  faults: Problem[];
  pages: number;
  skipped: number;
  /** Problems of the pages, in words. */
  wrong: string[];
}

function faultsOfSeed(spec: SeedSpec): Problem[] {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { table } = readRows([
    ['local_intro', 'geo_url'],
    ['5', 'r'],
  ]);
  const { problems } = prepareProject({ seed, table, key: 'k' });
  return problems.filter(({ severity }) => severity === 'fault');
}

function checkPage({ place, context }: DocumentCase, value: string, page: ReadPage): string | undefined {
  const { language, strings, write } = context;
  try {
    const filled = place.read(page);
    return findMismatch(language, { base: write(MARK), filled, value, ...(strings && { strings }) });
  } catch (error) {
    return String(error);
  }
}

/** Fills the document with each value in a row of its own. */
export function checkDocument(documentCase: DocumentCase, values: readonly string[]): CheckedDocument {
  const { place, context } = documentCase;
  const spec = { title: 'A page', slug: 'geo_url', ...place.spec(context.write(HOLE)) };
  const checked: CheckedDocument = { faults: faultsOfSeed(spec), pages: 0, skipped: 0, wrong: [] };
  if (checked.faults.length > 0) return checked;
  const rows = values.map((value, row) => [value, `r${row}`]);
  const built = build(wxrSeed(spec), [['local_intro', 'geo_url'], ...rows]);
  checked.wrong.push(...listFaultTexts(auditFiles(built.files, built.layout)));
  const pages = new Map(built.pages.map((page) => [page.fields['wp:post_name'], page]));
  for (const [row, given] of values.entries()) {
    const value = cellText(given);
    const page = pages.get(`r${row}`);
    const isLost = (context.isLost?.(value) ?? false) || (place.isLost?.(value) ?? false);
    checked[page ? 'pages' : 'skipped'] += 1;
    const stray =
      isLost === (page !== undefined)
        ? `is ${page ? 'filled' : 'skipped'}`
        : page && checkPage(documentCase, value, page);
    if (stray !== undefined) checked.wrong.push(`${JSON.stringify(value.slice(0, 100))}: ${stray}`);
  }
  return checked;
}
