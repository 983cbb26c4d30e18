/** "Build a construct": writes the text from its fields, shows the user's rows, and puts the text into the footer. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { TextPreview } from '#contract/draft-shapes.ts';
import { pass } from '#testkit/web-clock.ts';
import { field, installBrowserParts, makeDraft, openCreateForm, section, type } from './form-fixture.tsx';
import type { FakeReply } from '../shared/page-fixture.tsx';
import { makeSeed, makeTable, SHEET_FILE } from './section-fixture.tsx';

/** At least the pause after which the server is asked. */
const PAUSE_MS = 500;
const COLUMNS = ['geo_city', 'geo_state', 'services'];
const PREVIEW: TextPreview = {
  rows: [
    {
      row: 2,
      label: 'Houston',
      text: '<ul><li><a href="/katy">Katy</a></li></ul><script>x</script><br>R&amp;D',
    },
    { row: 3, label: '', text: ' ' },
  ],
  problems: [{ code: 'value-not-number', severity: 'notice', row: 3, text: 'A value isn’t a number.' }],
};

beforeEach(installBrowserParts);

interface Given {
  hasSheet?: boolean;
  /** Reply to the request for a preview. */
  preview?: FakeReply;
}

async function openDialog({ hasSheet = true, preview = { data: PREVIEW } }: Given = {}) {
  const columns = COLUMNS.map((name) => ({ name, places: 1, empty: 0, samples: [] }));
  const page = await openCreateForm({
    draft: makeDraft({ sheet: hasSheet ? SHEET_FILE : null }),
    found: {
      inspection: {
        problems: [],
        seed: makeSeed(),
        ...(hasSheet && { table: makeTable({ columns, rows: [{ row: 2, cells: ['Houston', 'TX', ''] }] }) }),
      },
    },
    answer: ({ path }) => (path.endsWith('/preview') ? preview : undefined),
  });
  if (hasSheet) await within(section('Footer Link Structure')).findByRole('button', { name: '[geo_state]' });
  fireEvent.click(
    within(section('Footer Link Structure')).getByRole('button', { name: 'Build a construct' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Build a construct' }));
  return { page, dialog };
}

type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog'];

const enter = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const readWritten = (dialog: Dialog) => dialog.getByLabelText('Text for your page').textContent;
const listAsked = ({ sent }: Awaited<ReturnType<typeof openDialog>>['page']) =>
  sent.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body);

test('a condition is written from its fields, and filled for the first rows', async () => {
  const { page, dialog } = await openDialog();
  expect(readWritten(dialog)).toBe('Enter the text to show.');
  expect(await dialog.findByText('Fill in the fields to see the text on your rows.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Copy' })).toBeNull();
  enter(dialog, 'Text to compare with', 'TX');
  enter(dialog, 'Show', 'Texas');
  expect(readWritten(dialog)).toBe('[if geo_state = "TX"]Texas[/if]');
  await pass(PAUSE_MS);
  await dialog.findByText('Houston');
  expect(listAsked(page)).toEqual([JSON.stringify({ text: '[if geo_state = "TX"]Texas[/if]' })]);
  expect(dialog.getByRole('region', { name: 'Preview' }).textContent).toContain(
    'HoustonKaty\nR&DRow 3Nothing',
  );
  expect(dialog.getByTitle('/katy').textContent).toBe('Katy');
  expect(dialog.getByText('A value isn’t a number.')).toBeTruthy();
});

test('comparisons are added, joined and removed', async () => {
  const { dialog } = await openDialog();
  enter(dialog, 'Show', 'x');
  fireEvent.click(dialog.getByRole('button', { name: 'Add a comparison' }));
  enter(dialog, 'Join with', 'or');
  const [, second] = dialog.getAllByLabelText('Operator');
  if (second) fireEvent.change(second, { target: { value: 'empty' } });
  expect(readWritten(dialog)).toBe('[if geo_state = "" or not geo_state]x[/if]');
  const [remove] = dialog.getAllByRole('button', { name: 'Remove the comparison' });
  if (remove) fireEvent.click(remove);
  expect(readWritten(dialog)).toBe('[if not geo_state]x[/if]');
});

test('each tab writes its construct and keeps what was entered', async () => {
  const { dialog } = await openDialog();
  fireEvent.click(dialog.getByRole('tab', { name: 'Variants' }));
  enter(dialog, 'Variant 1', 'Fast');
  enter(dialog, 'Variant 2', 'Quick');
  fireEvent.click(dialog.getByRole('button', { name: 'Add a variant' }));
  enter(dialog, 'Variant 3', 'Rapid');
  expect(readWritten(dialog)).toBe('[spin]Fast || Quick || Rapid[/spin]');
  fireEvent.click(dialog.getByRole('button', { name: 'Remove variant 2' }));
  expect(readWritten(dialog)).toBe('[spin]Fast || Rapid[/spin]');
  fireEvent.click(dialog.getByRole('tab', { name: 'List' }));
  enter(dialog, 'Entries are separated by', '|');
  expect(readWritten(dialog)).toBe('[for item in services "|"]<li>[item]</li>[/for]');
  fireEvent.click(dialog.getByRole('tab', { name: 'Neighbors' }));
  enter(dialog, 'Number of neighbors', '3');
  enter(dialog, 'Within', '');
  enter(dialog, 'Only rows with the same', '');
  enter(dialog, 'Show for each neighbor', '[near_city] ');
  expect(readWritten(dialog)).toBe('[nearby 3][near_city] [/nearby]');
  fireEvent.click(dialog.getByRole('tab', { name: 'Variants' }));
  expect(readWritten(dialog)).toBe('[spin]Fast || Rapid[/spin]');
});

test('placeholders go to the cursor of the text that was edited last', async () => {
  const { dialog } = await openDialog();
  enter(dialog, 'Show', 'In !');
  const show = dialog.getByLabelText<HTMLTextAreaElement>('Show');
  fireEvent.focus(show);
  show.setSelectionRange(3, 3);
  enter(dialog, 'Operator', '!=');
  fireEvent.click(dialog.getByRole('button', { name: '[geo_city]' }));
  expect(readWritten(dialog)).toBe('[if geo_state != ""]In [geo_city]![/if]');
});

test('the text is put into the footer template', async () => {
  const { dialog } = await openDialog();
  enter(dialog, 'Show', 'x');
  fireEvent.click(dialog.getByRole('button', { name: 'Insert into the footer template' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field('Footer link template').value).toContain('[if geo_state = ""]x[/if]');
});

test('Match columns offers it as well, and adds the text to the footer template', async () => {
  const { dialog } = await openDialog();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  type('Footer link template', 'A ');
  fireEvent.click(within(section('Match columns')).getByRole('button', { name: 'Build a construct' }));
  const other = within(await screen.findByRole('dialog'));
  enter(other, 'Show', 'x');
  fireEvent.click(other.getByRole('button', { name: 'Insert into the footer template' }));
  await waitFor(() => expect(field('Footer link template').value).toBe('A [if geo_state = ""]x[/if]'));
});

test('a preview that fails says why', async () => {
  const { dialog } = await openDialog({
    preview: { status: 500, code: 'internal', message: 'Something broke.' },
  });
  await dialog.findByText('Your first rows');
  enter(dialog, 'Show', 'x');
  await pass(PAUSE_MS);
  expect((await dialog.findByRole('alert')).textContent).toContain('Couldn’t fill the text.');
});

test('without a sheet it offers the placeholders of the seed page, and asks for a sheet', async () => {
  const { page, dialog } = await openDialog({ hasSheet: false });
  enter(dialog, 'Show', 'x');
  expect(await dialog.findByText('Add a sheet to see how its rows fill the text.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Copy' })).toBeTruthy();
  await pass(PAUSE_MS);
  expect(listAsked(page)).toEqual([]);
});
