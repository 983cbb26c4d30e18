/** Runs every example of docs/page-language.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { FILTER_NAMES } from './language/filters.ts';
import { seedProblems } from './platforms/shared/seed-fixture.ts';

const DOCUMENT = readFileSync(new URL('../docs/page-language.md', import.meta.url), 'utf8');
const SHEET_HEADER = 'geo_city | geo_state | lat | lng';

/** Cells of a line of a Markdown table, without the marks of code. */
function readCells(line: string): string[] {
  const cells = line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/^`(.*)`$/s, '$1'),
  );
}

/** Lists the lines of all tables with this header. */
function readTables(header: string): string[][] {
  return DOCUMENT.split('\n\n').flatMap((block) => {
    const [first = '', , ...lines] = block.trim().split('\n');
    return first === `| ${header} |` ? lines.map(readCells) : [];
  });
}

/** `geo_city = Austin; phone =` as columns and cells. */
function readRow(text: string): Record<string, string> {
  const cells = text.split('; ').map((cell) => /^(\w+) =(?: (.*))?$/s.exec(cell) ?? []);
  return Object.fromEntries(cells.map(([, name = '', value = '']) => [name, value]));
}

const TOWNS = readTables(SHEET_HEADER);

/** A sheet with this row, and the content of its page. */
function fill(content: string, row: Record<string, string>): string | undefined {
  const others = TOWNS.map(([city = '', state = '', lat = '', lng = '']) => ({
    geo_city: city,
    geo_state: state,
    lat,
    lng,
  }));
  const isNearby = content.includes('[nearby');
  const town = others.find(({ geo_city: city }) => city === row['geo_city']);
  const rows = isNearby ? others : [row];
  const sheet = rows.map((each, index) => ({ slug: `s${index}`, ...each }));
  const header = Object.keys(sheet[0] ?? {});
  const cells = sheet.map((each) =>
    header.map((name) => Object.entries(each).find(([key]) => key === name)?.[1] ?? ''),
  );
  const { pages, problems } = build(wxrSeed({ title: 'Page [row_number]', slug: 'page-geo_url', content }), [
    header,
    ...cells,
  ]);
  const page = pages[isNearby && town ? others.indexOf(town) : 0];
  if (!page) throw new Error(JSON.stringify(problems));
  return page.fields['content:encoded'];
}

describe('docs/page-language.md', () => {
  it.each(readTables('In the page | Row | Becomes'))('%s with %s becomes %s', (written, row, result) => {
    expect(fill(written ?? '', readRow(row ?? ''))?.trim()).toBe(result?.trim());
  });

  it.each(readTables('In the page | Message'))('%s is refused: %s', (written, message) => {
    const columns = ['geo_city', 'geo_state', 'geo_url', 'lat', 'lng'];
    const texts = seedProblems(wxrSeed({ title: 'Page', content: `[geo_city] ${written}` }), columns)
      .filter(({ severity }) => severity === 'fault')
      .map(({ text }) => text);
    expect(texts.join('\n')).toContain(message);
  });

  it('has an example of every filter', () => {
    const written = readTables('In the page | Row | Becomes').map(([text = '']) => text);
    for (const name of FILTER_NAMES)
      expect(
        written.some((text) => new RegExp(`\\| ${name}\\b`).test(text)),
        name,
      ).toBe(true);
  });
});
