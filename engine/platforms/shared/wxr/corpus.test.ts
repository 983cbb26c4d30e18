/**
 * Makes each page and post of an export the pattern once: placeholders are put into it, all others
 * stay as they are, and the audit must count all pages as imported.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { layoutParts, planPages, prepareProject, readSeed } from '#engine';
import { cases } from '#testkit/cases.ts';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { collectFiles, escapeXml, readRows, wxrText } from '#testkit/wxr-seed.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const CORPUS = '../shared/corpora/wxr/theme-unit-test.xml';

const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'phone'],
  ['Houston', 'Texas', 'houston-tx', '(296) 555-5991'],
  ["Coeur d'Alene", 'Idaho', 'coeur-d-alene-id', ''],
  ['Cañon "City" & <b>', ']]> --> </script>', 'canon-city', '[gallery] [geo_city]'],
  ['canon "city" & <b>', 'O:8:"stdClass":0:{}', 'canon-city-2', '\\ \\0 $1 {{x}} %5Bgeo_city%5D'],
];

/** A remark in a quotation, which a user would preserve. */
const KEPT = ['simple boat'];

const UNESCAPED: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Edits the text of a leaf in its own style: inside its CDATA section, or escaped. */
function editLeaf(item: string, name: string, edit: (text: string) => string): string {
  return item.replace(new RegExp(`(<${name}>)([\\s\\S]*?)(</${name}>)`), (_leaf, ...groups: string[]) => {
    const [open = '', raw = '', close = ''] = groups;
    const [, before, text, after] = /^(\s*<!\[CDATA\[)([\s\S]*)(\]\]>\s*)$/.exec(raw) ?? [];
    if (text !== undefined) return `${open}${before}${edit(text)}${after}${close}`;
    const decoded = raw.replaceAll(/&(?:lt|gt|quot|amp);/g, (found) => UNESCAPED[found] ?? found);
    return `${open}${escapeXml(edit(decoded))}${close}`;
  });
}

/** Placeholders in the content, where users and builders put them. */
function fillContentWith(text: string): string {
  const images = text
    .replaceAll(/\balt="/g, 'alt="[geo_city] ')
    .replaceAll(/\btitle="/g, 'title="[geo_state] ');
  return `<p title="[geo_city]">[Geo City], [geo_state]</p>${images}<a href="tel:[phone]">[phone | default:"call"]</a><script>a("[geo_city]")</script> [geo_city]`;
}

function withPlaceholders(item: string, where: 'everywhere' | 'content'): string {
  const content = editLeaf(item, 'content:encoded', fillContentWith);
  if (where === 'content') return content;
  const excerpt = editLeaf(content, 'excerpt:encoded', (text) => `${text} in [geo_city]`);
  const title = editLeaf(excerpt, 'title', (text) => `${text} [geo_city]`);
  return editLeaf(title, 'wp:meta_value', (text) => (/^[\w ]+$/.test(text) ? `${text} [geo_city]` : text));
}

/** Builds the export with that item as the pattern and returns what is wrong; the number of pages else. */
function land(text: string): { pages: number; wrong: string[] } {
  const { seed, problems } = readSeed(new TextEncoder().encode(text), 'seed.xml');
  if (!seed) return { pages: 0, wrong: problems.map((problem) => problem.text) };
  const prepared = prepareProject({ seed, table: readRows(ROWS).table, key: 'corpus', keep: KEPT });
  if (!prepared.project) return { pages: 0, wrong: prepared.problems.map((problem) => problem.text) };
  const plan = planPages(prepared.project);
  const layout = layoutParts(plan, { name: 'corpus', split: null });
  const { files } = collectFiles(layout);
  const verdict = auditFiles(files, layout);
  const written = files.flatMap((file) => readPages(file.bytes)).length;
  const losses = plan.problems
    .filter(({ severity }) => severity !== 'notice')
    .map(({ text: skipped }) => skipped);
  const wrong = [...losses, ...listFaultTexts(verdict).map(String)];
  if (!verdict.ok || written < verdict.pages) wrong.push(`${verdict.pages} land, ${written} were written`);
  return { pages: verdict.pages, wrong };
}

/** Items of the types that can be a pattern, each filled in turn; one of `step` is tried. */
function importEach(text: string, step = 1): { items: number; imported: number; wrong: string[] } {
  const wrong: string[] = [];
  let items = 0;
  let imported = 0;
  for (const match of text.matchAll(/<item>[\s\S]*?<\/item>/g)) {
    const [item] = match;
    if (!/<wp:post_type>(?:<!\[CDATA\[)?(?:page|post|service)\b/.test(item)) continue;
    items += 1;
    if (items % step !== 0) continue;
    const name = /<wp:post_name>(?:<!\[CDATA\[)?([^\]<]*)/.exec(item)?.[1];
    const failed = (['everywhere', 'content'] as const).flatMap((where) => {
      const filled = withPlaceholders(item, where);
      const { pages, wrong: why } = land(
        text.slice(0, match.index) + filled + text.slice(match.index + item.length),
      );
      const isWhole = pages === ROWS.length - 1 && why.length === 0;
      return isWhole ? [] : [`${name} (${where}): ${pages} pages; ${why.slice(0, 3).join(' | ')}`];
    });
    if (failed.length === 0) imported += 1;
    wrong.push(...failed);
  }
  return { items, imported, wrong };
}

describe('each page and post of an export as the pattern', () => {
  it('is imported from a small export', () => {
    const text = wxrText({
      title: 'Contact',
      content: '<p>Write</p>',
      slug: 'contact',
      before: [
        {
          id: 5,
          title: 'Services',
          slug: 'services',
          content: '<img alt="x" src="a.jpg">',
          date: '2024-01-01 00:00:00',
        },
        { id: 6, title: 'Drains', slug: 'drains', parent: 5, type: 'service', date: '2024-01-02 00:00:00' },
        { id: 7, title: 'Photo', slug: 'photo', type: 'attachment', parent: 6, date: '2024-01-03 00:00:00' },
        {
          id: 8,
          title: '',
          slug: '',
          content: '',
          type: 'post',
          status: 'draft',
          gmt: '0000-00-00 00:00:00',
        },
      ],
      behind: [
        { id: 9, title: 'News', slug: 'news', type: 'post', style: 'escaped', metas: [['mood', 'good']] },
      ],
    });
    expect(importEach(text)).toEqual({ items: 5, imported: 5, wrong: [] });
  });

  it('is imported from the theme unit test', () => {
    if (!existsSync(CORPUS)) {
      console.log('pages and posts of the theme unit test that were imported: 0 (the file is not there)');
      return;
    }
    const step = 10 / cases(1);
    const { items, imported, wrong } = importEach(readFileSync(CORPUS, 'utf8'), step);
    console.log(`pages and posts of the theme unit test that were imported: ${imported} of ${items}`);
    expect(wrong).toEqual([]);
    expect(items).toBe(72);
    expect(imported).toBe(Math.floor(items / step));
  });
});
