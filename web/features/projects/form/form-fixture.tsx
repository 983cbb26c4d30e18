/**
 * The project form before a server that answers what a test says. The reading worker is the real one,
 * engine and all; it runs next to the page in the same thread, because this document has no workers.
 */
import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { createInspectSession } from '#web/client/inspect.worker.ts';
import { CreateProjectPage } from './create-project-page.tsx';
import { type OpenedPage, openPage, type Sent } from '../shared/page-fixture.tsx';
import { EditProjectPage } from './project-edit-page.tsx';

type Answer = (sent: Sent) => ReturnType<Parameters<typeof openPage>[2]> | undefined;
type Request = Parameters<ReturnType<typeof createInspectSession>>[0];

const FIXTURES = 'web/features/projects/form/fixtures';
export const readFixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`${FIXTURES}/${name}`));
export const fixtureFile = (name: string, type = ''): File => new File([readFixture(name)], name, { type });

class SilentWorker extends EventTarget {
  postMessage(_message: Request): void {}
  terminate(): void {}
}

class ReadingWorker extends SilentWorker {
  readonly #receive = createInspectSession((data) => {
    this.dispatchEvent(new MessageEvent('message', { data }));
  });
  override postMessage(message: Request): void {
    void this.#receive(message);
  }
}

/** Replaces what a browser has and this document lacks: workers, fonts, scrolling into view. */
export function installBrowserParts(): void {
  vi.stubGlobal('Worker', ReadingWorker);
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
}

/** The same for forms whose files do not matter: they are never read to their end. */
export function installSilentWorker(): void {
  installBrowserParts();
  vi.stubGlobal('Worker', SilentWorker);
}

/** Of each upload. */
export const SEED_ID = '7d3c1f0e-0d4b-4b8e-9d0a-3f1c2b5a6e7f';

/** What the server says as long as a test says nothing else: no draft, and everything is taken. */
function answerAsUsual({ method, path }: Sent): ReturnType<Parameters<typeof openPage>[2]> {
  if (path === 'projects/draft' && method === 'GET') return { data: null };
  if (path === 'projects/draft' && method === 'PUT') {
    return { data: { updated_at: '2026-11-21T12:00:00Z', has_seed: true, has_script: true } };
  }
  if (path.startsWith('projects/save-pace'))
    return { data: { plan: 'Free', limit: 30, left: 30, resets_at: null } };
  if (path === 'upload') return { data: { id: SEED_ID } };
  if (path === 'save-xml' || path === 'save-test' || method === 'PUT') {
    return { data: { project_id: 12, run_id: 3, revision: 4 } };
  }
  return { data: {} };
}

export const openCreate = (answer: Answer = () => undefined): OpenedPage =>
  openPage(
    CreateProjectPage,
    { path: '/projects/create-project' },
    (sent) => answer(sent) ?? answerAsUsual(sent),
  );

export const openEdit = (answer: Answer, at = '/projects/7/edit'): OpenedPage =>
  openPage(
    EditProjectPage,
    { path: '/projects/:id/edit', at },
    (sent) => answer(sent) ?? answerAsUsual(sent),
  );

/** Method and path of each call, in order. */
export const callsOf = ({ sent }: OpenedPage): string[] =>
  sent.map(({ method, path }) => `${method} ${path}`);

/** Fields of the last call to this path, of a form or of JSON. */
export function fieldsOf({ sent }: OpenedPage, path: string): Record<string, unknown> {
  const body = sent.findLast((call) => call.path === path && call.method !== 'GET')?.body;
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
}

export const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
export const type = (label: string, value: string): boolean =>
  fireEvent.change(field(label), { target: { value } });
export const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
export const section = (name: string): HTMLElement => screen.getByRole('region', { name });

/** Chooses files with the button of a section. */
function choose(name: string, ...files: File[]): void {
  const picker = section(name).querySelector<HTMLInputElement>('input[type=file]');
  if (!picker) throw new Error(`${name} takes no file.`);
  Object.defineProperty(picker, 'files', { value: files, configurable: true });
  fireEvent.change(picker);
}

export const chooseSeed = (file: File | string): void =>
  choose('Upload Seed Page', typeof file === 'string' ? fixtureFile(file, 'text/xml') : file);
export const chooseImages = (...files: File[]): void => choose('Upload Images', ...files);
export const choosePrimary = (...files: File[]): void => choose('Primary Images', ...files);
export const chooseSheet = (file: File | string): void =>
  choose('Import Spreadsheet Data', typeof file === 'string' ? fixtureFile(file, 'text/csv') : file);

/** Waits until a figure of the rail shows this. */
export async function waitForFigure(label: string, value: string): Promise<void> {
  await waitFor(() => {
    const rail = within(screen.getByRole('complementary', { name: 'What you will get' }));
    expect(rail.getByText(label).nextElementSibling?.textContent).toBe(value);
  });
}

/** A form that could be saved: title, seed page and sheet, read to their end. */
export async function fillWhole(title = 'Roof repair'): Promise<void> {
  type('Title', title);
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  await waitForFigure('Pages', '12');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' }).disabled).toBe(false),
  );
}
