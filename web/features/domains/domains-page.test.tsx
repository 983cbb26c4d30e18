/** List of domains: owner, figures and links of each. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DomainListItem } from '#contract/domains.contract.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { makeList } from '../projects/shared/project-fixture.ts';
import { DomainsPage } from './domains-page.tsx';

const DOMAIN: DomainListItem = {
  id: 4,
  name: 'roofs.example',
  project_type: 'Images',
  status: '1',
  revision: 3,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
  is_read_only: false,
  agency: null,
  projects: 3,
  clicks: 1250,
  search_state: 'ready',
};

async function open(domain: Partial<DomainListItem> = {}) {
  openPage(DomainsPage, { path: '/domains' }, () => makeList([{ ...DOMAIN, ...domain }]));
  const link = await screen.findByRole('link', { name: 'roofs.example' });
  const row = link.closest('tr') as HTMLElement;
  const cells = within(row).getAllByRole('cell');
  return { link, texts: cells.map(({ textContent }) => textContent) };
}

test('links to the page of each domain and shows Images as Geocoder', async () => {
  const { link, texts } = await open();
  expect(link.getAttribute('href')).toBe('/domains/4');
  expect(texts).toContain('Geocoder');
  expect(texts).not.toContain('Images');
});

test('labels personal and agency domains, and counts projects and clicks', async () => {
  const personal = await open();
  expect(personal.texts).toEqual(
    expect.arrayContaining(['Personal', '3 projects', '1,250 clicks', 'Connected']),
  );
});

test.each([
  [{ agency: 'Bright Pages' }, 'Bright Pages'],
  [{ search_state: 'none' }, 'Not set up'],
  [{ search_state: 'failed' }, 'No access'],
  [{ search_state: 'collecting' }, 'Collecting'],
  [{ clicks: null }, '–'],
] as const)('a domain with %j shows %s', async (domain, text) => {
  expect((await open(domain)).texts).toContain(text);
});

test('selected domains of an inactive agency can’t be changed, with the reason', async () => {
  await open({ is_read_only: true });
  fireEvent.click(screen.getByRole('checkbox', { name: /all/i }));
  const action = screen.getByRole('button', { name: 'Deactivate…' });
  expect(action.getAttribute('aria-disabled')).toBe('true');
  expect(action.title).toBe('The agency is inactive, so its domains are read-only.');
  fireEvent.click(action);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('selected domains become inactive after a confirmation, each with its shown revision', async () => {
  const page = openPage(DomainsPage, { path: '/domains' }, ({ method }) =>
    method === 'PUT'
      ? { data: { ...DOMAIN, status: '0' } }
      : makeList([DOMAIN, { ...DOMAIN, id: 5, name: 'pipes.example' }]),
  );
  await screen.findByRole('link', { name: 'roofs.example' });
  fireEvent.click(screen.getByRole('checkbox', { name: /all/i }));
  fireEvent.click(screen.getByRole('button', { name: 'Deactivate…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Deactivate 2 domains? New projects can’t choose them.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('2 domains deactivated.')).toBeTruthy();
  const saved = page.sent.filter(({ method }) => method === 'PUT');
  expect(saved.map(({ path }) => path)).toEqual(['domains/4', 'domains/5']);
  expect(JSON.parse(saved[0]?.body as string)).toMatchObject({ status: '0', revision: 3 });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
});
