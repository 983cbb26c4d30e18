/**
 * Project form with a fake server that stores one draft. It knows files only by name; tests define their
 * inspection.
 */
import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Draft, InspectedDraft } from '#contract/draft-shapes.ts';
import { type OpenedPage, openPage, type Sent } from '../shared/page-fixture.tsx';
import { CreateProjectPage } from './create-project-page.tsx';
import { EditProjectPage } from './project-edit-page.tsx';
import {
  DRAFT_ID,
  makeForm,
  makeOutcome,
  makeSeed,
  makeTable,
  READING,
  SHEET_FILE,
} from './section-fixture.tsx';
import { NO_VALUES } from './project-form.rules.ts';
import type { ClosedDraft } from './use-opened-draft.ts';

type Answer = (sent: Sent) => ReturnType<Parameters<typeof openPage>[2]> | undefined;

const FIXTURES = 'web/features/projects/form/fixtures';
const readFixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`${FIXTURES}/${name}`));
export const fixtureFile = (name: string, type = ''): File => new File([readFixture(name)], name, { type });

/** Uploads use XMLHttpRequest for progress; here they go through fetch like all other calls. */
class UploadRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = '';
  #address = '';
  readonly #own = new AbortController();
  open(_method: string, address: string): void {
    this.#address = address;
  }
  setRequestHeader(): void {}
  abort(): void {
    this.#own.abort();
    this.dispatchEvent(new Event('abort'));
  }
  async send(body: FormData): Promise<void> {
    try {
      const reply = await fetch(this.#address, { method: 'POST', body, signal: this.#own.signal });
      this.responseText = await reply.text();
      this.status = reply.status;
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event('error'));
    }
  }
}

/** Fakes browser features that the test document lacks: fonts, scrolling into view. */
export function installBrowserParts(): void {
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
}

export const OTHER_ID = '7d3c1f0e-0d4b-4b8e-9d0a-3f1c2b5a6e7f';
const KEPT_AT = '2026-11-21T12:00:00Z';

export const makeDraft = ({ fields, ...more }: Partial<Draft> = {}): Draft => {
  const { draft } = makeForm({ draft: more });
  const { footer_links } = NO_VALUES;
  return { ...draft, ...more, fields: { ...draft.fields, footer_links, ...fields } };
};

export interface DraftServer {
  draft: Draft;
  closed: ClosedDraft | null;
  /** Overrides of the inspection. */
  found: Partial<InspectedDraft> & { inspection?: InspectedDraft['inspection'] };
}

function inspectDraft({ draft, found }: DraftServer): InspectedDraft {
  const { seed, sheet, linked } = draft;
  const hasRows = sheet !== null || linked !== null;
  return {
    inspection: {
      problems: [],
      ...(seed && { seed: makeSeed({ file: seed.name }) }),
      ...(hasRows && { table: makeTable({ file: sheet?.name ?? 'linked.csv' }) }),
      ...(seed && hasRows && { outcome: makeOutcome({ pages: 12, skipped: 0 }) }),
    },
    other_platform: null,
    platforms: [],
    broken: null,
    limits: null,
    ...found,
  };
}

const readBody = (body: Sent['body']): Record<string, unknown> => {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
};

/** Default replies: the server accepts everything. */
function answerAsUsual(server: DraftServer, { method, path, body }: Sent) {
  const sent = readBody(body);
  const change = (part: Partial<Draft>) => {
    server.draft = { ...server.draft, is_changed: true, ...part };
    return { data: server.draft };
  };
  const call = `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')}`;
  switch (call) {
    case 'POST projects/drafts':
      server.draft = { ...server.draft, type: String(sent.type) };
      return { data: server.draft };
    case 'GET projects/drafts':
      return { data: server.closed };
    case 'GET projects/drafts/ID':
      return { data: server.draft };
    case 'PUT projects/drafts/ID':
      change({ fields: sent.fields as Draft['fields'] });
      return { data: { updated_at: KEPT_AT, columns: null } };
    case 'POST projects/drafts/ID/restore':
      return { data: server.draft };
    case 'POST projects/drafts/ID/inspect':
      return { data: inspectDraft(server) };
    case 'GET projects/drafts/ID/estimate':
      return { data: null };
    case 'POST projects/drafts/ID/sheet': {
      const { file, script } = sent;
      return file instanceof File
        ? change({ sheet: { ...SHEET_FILE, name: file.name, size: file.size } })
        : change({
            sheet: { ...SHEET_FILE, name: 'pasted-data.csv', is_pasted: true, text: String(script) },
          });
    }
    case 'POST projects/drafts/ID/combined-list': {
      const { file } = sent;
      return file instanceof File
        ? change({ combined: { ...READING, name: file.name, size: file.size } })
        : { data: {} };
    }
    case 'DELETE projects/drafts/ID/combined-list':
      return change({ combined: null });
    case 'DELETE projects/drafts/ID/sheet':
      return change({ sheet: null });
    case 'DELETE projects/drafts/ID/seed':
      return change({ seed: null });
    case 'POST projects/drafts/ID/fetch-sheet':
      return change({ linked: { fetched_at: KEPT_AT, notice: null } });
    case 'POST projects/drafts/ID/fix':
      return { data: { is_fixed: true, done: [], draft: change({}).data } };
    case 'POST upload': {
      const { file } = sent;
      if (file instanceof File)
        change({ seed: { name: file.name, size: file.size, url: '/seed', changes: [] } });
      return { data: {} };
    }
    case 'GET projects/save-pace':
      return { data: { plan: 'Free', limit: 30, left: 30, resets_at: null } };
    case 'POST save-xml':
    case 'POST save-test':
    case 'PUT projects/7':
      return { data: { project_id: 12, run_id: 3, revision: 4 } };
    default:
      return { data: {} };
  }
}

export interface OpenedForm extends OpenedPage {
  server: DraftServer;
}

type Given = Partial<DraftServer> & { answer?: Answer };

function makeServer({ draft = makeDraft(), closed = null, found = {} }: Given): DraftServer {
  return { draft, closed, found };
}

function open(
  page: typeof CreateProjectPage,
  place: { path: string; at?: string; state?: unknown },
  given: Given,
): OpenedForm {
  const server = makeServer(given);
  const opened = openPage(page, place, (sent) => given.answer?.(sent) ?? answerAsUsual(server, sent));
  return { ...opened, server };
}

/** Page of a new project; its form appears once the draft is open. */
export const openCreate = (given: Given = {}): OpenedForm =>
  open(CreateProjectPage, { path: '/projects/create-project' }, given);

/** Like `openCreate`, but waits for the form. */
export async function openCreateForm(given: Given = {}): Promise<OpenedForm> {
  const page = openCreate(given);
  await screen.findByLabelText('Title');
  return page;
}

export const openEdit = (given: Given = {}, at = '/projects/7/edit', state?: unknown): OpenedForm =>
  open(EditProjectPage, { path: '/projects/:id/edit', at, state }, given);

/** Method and path of each call, in order; each id of a draft is `ID`. */
export const listCalls = ({ sent }: OpenedPage): string[] =>
  sent.map(({ method, path }) => `${method} ${path.replace(DRAFT_ID, 'ID').replace(OTHER_ID, 'OTHER')}`);

/** Body of the last call to this path, form data or JSON. */
export const readFields = ({ sent }: OpenedPage, path: string): Record<string, unknown> =>
  readBody(
    sent.findLast((call) => call.path.replace(DRAFT_ID, 'ID') === path && call.method !== 'GET')?.body,
  );

export const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
export const type = (label: string, value: string): boolean =>
  fireEvent.change(field(label), { target: { value } });
export const press = (name: string | RegExp): boolean =>
  fireEvent.click(screen.getByRole('button', { name }));
export const answerDialog = async (name: 'Yes' | 'No'): Promise<void> => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
  fireEvent.click(dialog.getByRole('button', { name }));
};
export const section = (name: string): HTMLElement => screen.getByRole('region', { name });
export const button = (name: string): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name });

/** Chooses files with a section's button. */
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

/** Waits for a figure in the rail. */
export async function waitForFigure(label: string, value: string): Promise<void> {
  await waitFor(() => {
    const rail = within(screen.getByRole('complementary', { name: 'What you’ll get' }));
    expect(rail.getByText(label).nextElementSibling?.textContent).toBe(value);
  });
}

/** Form that is ready to save: title, seed page and sheet, all inspected. */
export async function fillWhole(title = 'Roof repair'): Promise<void> {
  type('Title', title);
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  await waitForFigure('Pages', '12 of 12 rows');
  await waitFor(() => expect(button('Save Project').disabled).toBe(false));
}
