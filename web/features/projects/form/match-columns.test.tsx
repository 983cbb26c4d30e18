import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ProjectForm } from './form-state.ts';
import { MatchColumns } from './match-columns.tsx';
import { toColumnKey } from './match-columns.rules.ts';
import { makeForm, makeSeed, makeTable, makeUse, openSection, readText } from './section-fixture.tsx';

const UNKNOWN = makeUse('[response_time]', {
  state: 'unknown',
  columns: [],
  values: [],
  nearest: 'Drive time (min)',
});
const EMPTY = makeUse('[phone | tel]', { columns: ['Phone'], emptyRows: 3, usedIn: '4 buttons' });
const DERIVED = makeUse('[geo_lat]', { state: 'derived', columns: ['City', 'St'], usedIn: 'JSON-LD' });

function open(uses = [DERIVED, makeUse('[geo_city]'), EMPTY, UNKNOWN], more: Partial<ProjectForm> = {}) {
  const form = makeForm({
    inspection: { seed: makeSeed({ placeholders: uses }), table: makeTable(), problems: [] },
    ...more,
  });
  openSection(<MatchColumns form={form} />);
  return form;
}

const select = (name: string) => screen.getByRole('combobox', { name: `Column for ${name}` });
const option = (name: RegExp) => screen.findByRole('option', { name });
const rows = () =>
  within(screen.getByRole('list', { name: 'Placeholders' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the panel that matches columns', () => {
  test('lists what needs a choice first and what Geoloom fills last', () => {
    open();
    expect(readText('Match columns')).toContain('3 of 4 placeholders matched.');
    expect(rows().map((text) => /^\[[^\]]*\]/.exec(text ?? '')?.[0])).toEqual([
      '[response_time]',
      '[geo_city]',
      '[phone | tel]',
      '[geo_lat]',
    ]);
    expect(rows()[0]).toContain('Needs a choice');
    expect(rows()[1]).toMatch(/Title, 3 headings.*Houston.*Katy.*OK/);
    expect(rows()[3]).toMatch(/Filled by Geoloom.*From City and St/);
  });

  test('isn’t shown without a sheet', () => {
    open([UNKNOWN], { inspection: { seed: makeSeed(), problems: [] } });
    expect(screen.queryByText('Match columns')).toBeNull();
  });

  test('uses the closest column with one click', () => {
    const form = open();
    expect(rows()[0]).toContain('Your sheet has no column named response_time.');
    fireEvent.click(screen.getByRole('button', { name: 'Use Drive time (min)' }));
    expect(form.setColumn).toHaveBeenCalledWith('responsetime', { column: 'Drive time (min)' });
  });

  test('reports a chosen column that the sheet no longer has', () => {
    open([makeUse('[phone]', { state: 'unknown', missingColumn: 'Phone', usedIn: '4 buttons' })]);
    expect(rows()[0]).toContain('Your sheet no longer has the column Phone. 4 buttons would be empty.');
  });

  test('offers one text for every page if no column is close', () => {
    const form = open([makeUse('[office_name]', { state: 'unknown', columns: [] })]);
    expect(rows()[0]).toContain('No matching column.');
    fireEvent.click(screen.getByRole('button', { name: 'Use the same text on every page' }));
    const field = screen.getByRole('textbox', { name: 'Text for office_name on every page' });
    fireEvent.change(field, { target: { value: 'Main office' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(form.setColumn).toHaveBeenCalledWith('officename', { text: 'Main office' });
  });

  test('a missing primary image links to its section', () => {
    open([makeUse('[image_2]', { state: 'unknown', isImage: true })]);
    expect(screen.getByRole('link', { name: 'Add a primary image' }).getAttribute('href')).toBe(
      '#primary-images',
    );
  });

  test('the select finds columns by name, with the closest first and their values', async () => {
    const form = open();
    fireEvent.click(select('response_time'));
    await option(/Drive time/);
    expect(
      screen.getAllByText(/^(Closest match|Other columns)$/).map(({ textContent }) => textContent),
    ).toEqual(['Closest match', 'Other columns']);
    expect((await option(/Drive time/)).textContent).toContain('18 · 34');
    expect(screen.getByText('3 result(s) available')).toBeTruthy();
    fireEvent.change(select('response_time'), { target: { value: 'ur' } });
    expect(screen.getByText('1 result(s) available')).toBeTruthy();
    fireEvent.click(await option(/URL slug/));
    expect(form.setColumn).toHaveBeenCalledWith('responsetime', { column: 'URL slug' });
  });

  test('shows two columns with one name as two', async () => {
    const complain = vi.spyOn(console, 'error');
    const [city, slug, unused] = makeTable().columns;
    if (!city || !slug || !unused) throw new Error('no columns');
    const columns = [city, slug, unused, { ...unused, samples: ['7', '8'] }];
    const seed = makeSeed({ placeholders: [UNKNOWN] });
    open([UNKNOWN], { inspection: { seed, table: makeTable({ columns }), problems: [] } });
    expect(readText('Match columns')).toContain('columns aren’t used:');
    fireEvent.click(select('response_time'));
    expect(await screen.findAllByRole('option', { name: /Drive time/ })).toHaveLength(2);
    expect(complain).not.toHaveBeenCalled();
  });

  test('leaves a placeholder empty, or its name as a shortcode', async () => {
    const form = open();
    fireEvent.click(select('response_time'));
    fireEvent.click(await option(/Leave it empty/));
    expect(form.setColumn).toHaveBeenCalledWith('responsetime', { text: '' });
    fireEvent.click(select('response_time'));
    fireEvent.click(await option(/Leave it as a shortcode/));
    expect(form.setField).toHaveBeenCalledWith('keep', 'response_time');
  });

  test('a name with a filter can’t be a shortcode', async () => {
    open([EMPTY]);
    fireEvent.click(select('phone'));
    await option(/Leave it empty/);
    expect(screen.queryByRole('option', { name: /shortcode/ })).toBeNull();
  });

  test('a name that only markers of constructs have can’t be a shortcode', async () => {
    const place = { line: 1, column: 1, leaf: 'content', excerpt: [] };
    const places = ['condition', 'list'].map((context) => ({ ...place, context }));
    open([{ ...UNKNOWN, places }]);
    fireEvent.click(select('response_time'));
    await option(/Leave it empty/);
    expect(screen.queryByRole('option', { name: /shortcode/ })).toBeNull();
  });

  test('waits while the second list can’t be read', () => {
    open([{ ...UNKNOWN, state: 'waiting' }]);
    expect(readText('Match columns')).toContain('Waiting for both lists');
    expect(readText('Match columns')).not.toContain('OK');
  });

  test('rows in which the column is empty get a fallback', () => {
    const form = open();
    fireEvent.click(screen.getByRole('button', { name: 'Empty, 3 rows' }));
    const field = screen.getByRole('textbox', { name: 'Fallback where phone is empty' });
    fireEvent.change(field, { target: { value: '(800) 555-0100' } });
    fireEvent.click(screen.getByRole('button', { name: 'Use text' }));
    expect(form.setColumn).toHaveBeenCalledWith('phone', { column: 'Phone', fallback: '(800) 555-0100' });
    expect(document.activeElement).toBe(select('phone'));
  });

  test('a fallback can be changed after no row is empty', () => {
    open([{ ...EMPTY, emptyRows: 0, choice: { column: 'Phone', fallback: 'none' } }]);
    fireEvent.click(screen.getByRole('button', { name: 'Fallback' }));
    expect(
      screen.getByRole<HTMLInputElement>('textbox', { name: 'Fallback where phone is empty' }).value,
    ).toBe('none');
  });

  test('another column keeps the fallback', async () => {
    const form = open([{ ...EMPTY, choice: { column: 'Phone', fallback: 'none' } }]);
    expect(rows()[0]).toContain('Fallback, 3 rows');
    fireEvent.click(select('phone'));
    fireEvent.click(await option(/URL slug/));
    expect(form.setColumn).toHaveBeenCalledWith('phone', { column: 'URL slug', fallback: 'none' });
  });

  test('Reset matches clears all choices, and is shown only with choices', () => {
    open();
    expect(screen.queryByRole('button', { name: 'Reset matches' })).toBeNull();
    const form = open([makeUse('[office]', { state: 'text', columns: [], choice: { text: 'Main' } })]);
    fireEvent.click(screen.getByRole('button', { name: 'Reset matches' }));
    expect(form.setColumn).toHaveBeenCalledWith('office', undefined);
  });

  test('lists unused columns', () => {
    open();
    expect(readText('Match columns')).toContain('1 column isn’t used:Drive time (min)');
  });

  test('names the domain that remembers the choices', async () => {
    open(undefined, { values: { ...makeForm().values, domain_id: '7' } });
    await waitFor(() =>
      expect(readText('Match columns')).toContain('We’ll remember this for northstar.com.'),
    );
  });
});

test('the key of a choice ignores case, spaces, underscores, hyphens and filters', () => {
  expect(['[Geo City | upper]', '[geo_city]', '[GEO-CITY]', '[geo city, town]'].map(toColumnKey)).toEqual(
    Array(4).fill('geocity'),
  );
});
