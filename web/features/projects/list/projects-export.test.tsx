/** Exporting the project list: all pages, selected rows, and failures. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPage, type Sent } from '../shared/page-fixture.tsx';
import { getCsvFileName, writeCsv } from '#web/kit/csv.ts';
import { PROJECT_CSV } from './project-columns.tsx';
import { listItem, makeList, runItem } from '../shared/project-fixture.ts';
import { ProjectsPage } from './projects-page.tsx';

const HEAD = '\ufeffProject,Type,Domain,Pages,Last run,Rows skipped,Created,Updated\r\n';
const figures = { projects: 3, with_pages: 3, pages: 1500, skipped: 0, tested: 0, downloaded: 0, states: {} };
const three = [listItem(1, 'Roofs'), listItem(2, '=HYPERLINK("x")'), listItem(3, 'Trees, Ohio')];
const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };

const open = (reply: (sent: Sent) => object, at = '/projects') =>
  openPage(ProjectsPage, { path: '/projects', at }, (sent) =>
    sent.path === 'projects/figures' ? { data: figures } : reply(sent),
  );
const getQuery = ({ path }: Sent) => Object.fromEntries(new URLSearchParams(path.split('?')[1]));
const isExport = (sent: Sent) => getQuery(sent).per_page === '100';
const exported = ({ sent }: { sent: Sent[] }) => sent.filter(isExport).map(getQuery);
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));

let files: { name: string; blob: Blob }[] = [];
const readFile = async () => {
  const { blob } = await waitFor(() => files[0] ?? expect.fail('no file was downloaded'));
  // Includes the byte order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
};

beforeEach(() => {
  files = [];
  let latest = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob;
    return 'blob:sheet';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: latest });
  });
});

test('a row has the same values as the list, and no formulas', () => {
  const moment = '2026-11-21T12:00:00Z';
  const sheet = writeCsv(
    [
      listItem(1, '=HYPERLINK("x")', {
        state: 'completed_with_skips',
        domain: 'harbour.example',
        pages: 9998,
        skipped: 2,
      }),
      listItem(2, 'Trees, Ohio', { state: 'draft', pages: null, skipped: null }),
      listItem(3, 'Pipes', { state: 'running', pages: null, skipped: null, last_run: runItem() }),
    ],
    PROJECT_CSV,
  );
  expect(sheet).toBe(
    `${HEAD}"'=HYPERLINK(""x"")",wordpress,harbour.example,9998,"Completed, with skipped rows",2,${moment},${moment}\r\n` +
      `"Trees, Ohio",wordpress,,,Draft,,${moment},${moment}\r\n` +
      `Pipes,wordpress,,500,Running,,${moment},${moment}\r\n`,
  );
});

test('the file name contains the date', () => {
  expect(getCsvFileName('project', new Date(2026, 10, 22, 23, 59))).toBe('projects-2026-11-22.csv');
  expect(getCsvFileName('project', new Date(2026, 0, 3))).toBe('projects-2026-01-03.csv');
});

test('all matching rows are exported in order, from every page', async () => {
  const titles = Array.from({ length: 230 }, (_, index) => `Town ${index}`);
  const page = open((sent) => {
    const { page: number = '1', per_page: size = '25' } = getQuery(sent);
    const start = (Number(number) - 1) * Number(size);
    const rows = titles
      .slice(start, start + Number(size))
      .map((title, at) => listItem(start + at + 1, title));
    return makeList(rows, { page: Number(number), total: 230, last_page: Math.ceil(230 / Number(size)) });
  }, '/projects?page=3&search=town&state=completed,failed&sort=title');
  await screen.findByText('Town 50');
  press();
  const lines = (await readFile()).split('\r\n');
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(titles);
  expect(files[0]?.name).toBe(getCsvFileName('project', new Date()));
  expect(exported(page)).toEqual(
    ['1', '2', '3'].map((number) => ({
      page: number,
      per_page: '100',
      sort: 'title',
      search: 'town',
      state: 'completed,failed',
    })),
  );
});

test('a project that moves to the next page during the export is in the file once', async () => {
  open((sent) =>
    isExport(sent)
      ? makeList(getQuery(sent).page === '1' ? three.slice(0, 2) : three.slice(1), { total: 3, last_page: 2 })
      : makeList(three),
  );
  await screen.findByText('Roofs');
  press();
  expect((await readFile()).trim().split('\r\n')).toHaveLength(4);
});

test('shows that it is busy, and a second press does nothing', async () => {
  let reply: (list: object) => void = () => undefined;
  const page = open((sent) =>
    isExport(sent) ? new Promise<object>((resolve) => (reply = resolve)) : makeList(three),
  );
  await screen.findByText('Roofs');
  press();
  const button = await screen.findByRole('button', { name: 'Exporting...' });
  fireEvent.click(button);
  reply(makeList(three));
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBe(button);
  expect(exported(page)).toHaveLength(1);
  expect(files).toHaveLength(1);
});

test('a failure is reported with its reference, downloads no partial file, and can be retried', async () => {
  let isBroken = true;
  open((sent) => {
    if (!isExport(sent)) return makeList(three);
    return isBroken && getQuery(sent).page === '2' ? isDown : makeList(three, { total: 103, last_page: 2 });
  });
  await screen.findByText('Roofs');
  press();
  const toast = (await screen.findByText('Couldn’t export the list.')).closest('[role=alert]');
  expect(toast?.textContent).toContain('The server is busy. Reference: r-1');
  expect(files).toEqual([]);
  isBroken = false;
  press();
  await waitFor(() => expect(files).toHaveLength(1));
});

test('leaving the page cancels the export silently', async () => {
  const page = open((sent) => (isExport(sent) ? new Promise<never>(() => undefined) : makeList(three)));
  await screen.findByText('Roofs');
  press();
  await waitFor(() => expect(exported(page)).toHaveLength(1));
  await page.goTo('/elsewhere');
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
  expect(screen.queryByText('Couldn’t export the list.')).toBeNull();
  expect(files).toEqual([]);
});

test('an empty list can’t be exported', async () => {
  open(() => makeList([]), '/projects?search=xyz');
  await screen.findByText('0 projects found');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
});

test('selected rows are exported without another request', async () => {
  const page = open(() => makeList(three));
  await screen.findByText('Roofs');
  for (const name of ['Choose Roofs', 'Choose Trees, Ohio'])
    fireEvent.click(screen.getByRole('checkbox', { name }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  fireEvent.click(bar.getByRole('button', { name: 'Export CSV' }));
  const names = (await readFile()).split('\r\n').map((line) => /^"[^"]*"|^[^,]*/.exec(line)?.[0]);
  expect(names.slice(1, -1)).toEqual(['Roofs', '"Trees, Ohio"']);
  expect(exported(page)).toEqual([]);
  expect(bar.getByText('2 selected')).toBeTruthy();
});
