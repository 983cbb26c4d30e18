/** Page settings: columns that set them, likely ones, and settings that a platform doesn't have. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PageSetting } from './form-state.ts';
import { MatchColumns } from './match-columns.tsx';
import { makeForm, makeSeed, makeTable, makeUse, openSection } from './section-fixture.tsx';

const AUTHOR = { name: 'Author', places: 0, empty: 0, samples: ['jane', 'joe'] };
const CITY = { name: 'City', places: 1, empty: 0, samples: ['Waco'] };

async function open(settings: PageSetting[]) {
  const form = makeForm({
    inspection: {
      seed: makeSeed({ placeholders: [makeUse('[City]', { columns: ['City'] })] }),
      table: makeTable({ columns: [CITY, AUTHOR] }),
      settings,
      problems: [],
    },
  });
  openSection(<MatchColumns form={form} />);
  const region = within(await screen.findByRole('region', { name: 'Page settings' }));
  return { form, region };
}
const add = () => screen.getByLabelText<HTMLSelectElement>('Add a page setting');
const select = (name: string) =>
  screen.getByRole<HTMLInputElement>('combobox', { name: `Column for ${name}` });
const choose = async (name: string, option: RegExp) => {
  fireEvent.click(select(name));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};

test('a likely column becomes a page setting with one click', async () => {
  const { form, region } = await open([{ name: 'page_author', likely: 'Author' }]);
  expect(region.getByRole('listitem').textContent).toContain('Not set');
  fireEvent.click(region.getByRole('button', { name: 'Use Author as page author' }));
  expect(form.setColumn).toHaveBeenCalledWith('pageauthor', { column: 'Author' });
});

test('a chosen column is shown with its values, counts as used, and can be changed or removed', async () => {
  const { form, region } = await open([
    { name: 'page_author', column: 'Author', choice: { column: 'Author' } },
  ]);
  expect(region.getByRole('listitem').textContent).toMatch(/Page author.*jane.*joe.*OK/);
  expect(screen.queryByText('1 column isn’t used:')).toBeNull();
  await choose('page author', /City/);
  expect(form.setColumn).toHaveBeenLastCalledWith('pageauthor', { column: 'City' });
  await choose('page author', /Don’t set it/);
  expect(form.setColumn).toHaveBeenLastCalledWith('pageauthor', { text: '' });
  fireEvent.click(screen.getByRole('button', { name: 'Reset matches' }));
  expect(form.setColumn).toHaveBeenLastCalledWith('pageauthor', undefined);
});

test('any other setting can be added', async () => {
  const { form, region } = await open([{ name: 'page_author' }, { name: 'page_tags' }]);
  expect(region.queryByRole('list')).toBeNull();
  fireEvent.change(add(), { target: { value: 'page_tags' } });
  await choose('page tags', /Author/);
  expect(form.setColumn).toHaveBeenCalledWith('pagetags', { column: 'Author' });
});

test('a setting that the platform doesn’t have is disabled with the reason', async () => {
  const obstacle = 'the seed has no settings of an SEO plugin. Save the seed page once';
  const { region } = await open([
    { name: 'page_author', obstacle: 'the files for Wix have no such setting' },
    { name: 'page_noindex', obstacle },
    { name: 'page_order', column: 'Author', obstacle: 'the files for Wix have no such setting' },
  ]);
  const options = [...add().options].slice(1);
  expect(options.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['Page author: the files for Wix have no such setting', true],
    ['Page noindex: the seed has no settings of an SEO plugin', true],
  ]);
  expect(region.getByRole('listitem').textContent).toMatch(
    /No effect: the files for Wix have no such setting\./,
  );
  expect(screen.getByText('1 column isn’t used:')).toBeTruthy();
});

test('a chosen column that the sheet no longer has needs a choice', async () => {
  const { region } = await open([{ name: 'page_author', choice: { column: 'Writer' } }]);
  expect(region.getByRole('listitem').textContent).toMatch(/Needs a choice.*no longer has the column Writer/);
  expect(select('page author').getAttribute('aria-invalid')).toBe('true');
});

test('a setting that was turned off waits among the others', async () => {
  const { region } = await open([{ name: 'page_author', choice: { text: '' } }]);
  expect(region.queryByRole('listitem')).toBeNull();
  expect(add().options[1]?.textContent).toBe('Page author');
});
