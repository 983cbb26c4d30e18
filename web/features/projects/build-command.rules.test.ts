import { describe, expect, test } from 'vitest';
import { quoteArgument, writeBuildCommand } from './build-command.rules.ts';

describe('the command that builds the files', () => {
  test('names the files and a folder for the pages', () => {
    expect(writeBuildCommand({ seed: 'elementor.xml', rows: 'rows-500.csv' })).toBe(
      'npx geoloom build --type wordpress --seed elementor.xml --rows rows-500.csv --out elementor-pages',
    );
  });

  test('names the footer only where there is one of its own', () => {
    expect(writeBuildCommand({ seed: 'a.xml', rows: 'b.csv', footer: 'footer.html' })).toContain(
      ' --footer footer.html ',
    );
  });
});

test.each([
  ['plain-name_1.csv', 'plain-name_1.csv'],
  ['my towns.csv', "'my towns.csv'"],
  ["o'fallon.csv", String.raw`'o'\''fallon.csv'`],
  ['$(reboot).csv', "'$(reboot).csv'"],
  ['-rf.csv', './-rf.csv'],
  ['städte.csv', "'städte.csv'"],
])('quotes %s for the shell', (name, quoted) => {
  expect(quoteArgument(name)).toBe(quoted);
});
