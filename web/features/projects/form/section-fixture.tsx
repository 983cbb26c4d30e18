/** One section of the project form with the state of a test, without a server or other sections. */
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { type OpenedPage, openPage } from '../shared/page-fixture.tsx';
import type {
  Draft,
  Inspection,
  PlaceholderUse,
  ProjectForm,
  SeedInspection,
  TableInspection,
} from './form-state.ts';
import { NO_VALUES } from './project-form.rules.ts';

export const DRAFT_ID = '0b0b6a4e-9d9f-4a51-8a53-7f0d2a1c3e55';

export const makeUse = (text: string, more: Partial<PlaceholderUse> = {}): PlaceholderUse => ({
  text,
  state: 'column',
  columns: ['City'],
  values: ['Houston', 'Katy'],
  usedIn: 'Title, 3 headings',
  emptyRows: 0,
  count: 4,
  places: [],
  ...more,
});

export const makeSeed = (more: Partial<SeedInspection> = {}): SeedInspection => ({
  file: 'seed.xml',
  bytes: 9310,
  platform: 'wordpress',
  format: 'WXR 1.2',
  builder: 'Elementor',
  records: [],
  pattern: { title: 'Roof repair in [geo_city]', type: 'page', id: 21, line: 42 },
  media: 3,
  parents: 1,
  placeholders: [makeUse('[geo_city]')],
  untouched: [],
  ...more,
});

export const makeTable = (more: Partial<TableInspection> = {}): TableInspection => ({
  file: 'towns.csv',
  encoding: 'UTF-8',
  delimiter: ',',
  columns: [
    { name: 'City', places: 4, empty: 0, samples: ['Houston', 'Katy'] },
    { name: 'URL slug', places: 2, empty: 0, samples: ['houston-tx', 'katy-tx'] },
    { name: 'Drive time (min)', places: 0, empty: 1, samples: ['18', '34'] },
  ],
  rowCount: 3,
  rows: [
    { row: 2, cells: ['Houston', 'houston-tx', '18'] },
    { row: 3, cells: ['Katy', 'katy-tx', '34'] },
    { row: 4, cells: ['Katy', 'katy-tx', ''] },
  ],
  problemRows: [],
  cellProblems: [],
  problemCount: 0,
  problemRowCount: 0,
  ...more,
});

export const makeOutcome = (more: Partial<NonNullable<Inspection['outcome']>> = {}) => ({
  pages: 498,
  skipped: 2,
  bytes: 21_400_000,
  parts: ['a', 'b', 'c'].map((name) => ({ name: `${name}.xml`, bytes: 7_000_000, pages: 166 })),
  formedLinks: 498,
  placeholdersFilled: 1,
  placeholdersTotal: 1,
  ...more,
});

export const SEED_FILE = { name: 'seed.xml', size: 9310, url: '/files/seed.xml', changes: [] };
export const READING = { sheet_name: null, hidden_rows: 'skip', encoding: null } as const;
export const SHEET_FILE = {
  name: 'towns.xlsx',
  size: 2048,
  is_pasted: false,
  text: null,
  ...READING,
  note: null,
} as const;
export const PASTED = { ...SHEET_FILE, name: 'pasted.csv', is_pasted: true, text: 'City\nHouston' };

type Given = Partial<Omit<ProjectForm, 'draft' | 'values'>> & {
  draft?: Partial<Draft>;
  values?: Partial<ProjectForm['values']>;
};

/** Empty WordPress form whose functions record their calls. */
export function makeForm({ draft = {}, values = {}, ...more }: Given = {}): ProjectForm {
  return {
    draft: {
      id: DRAFT_ID,
      type: 'wordpress',
      project_id: null,
      is_open: true,
      is_changed: false,
      fields: {
        title: '',
        notes: '',
        google_spread_sheet: '',
        footer_links: '',
        keep: '',
        seed_page: '',
        schedule: '',
        site_base_url: '',
        domain_id: null,
        columns: {},
        file_name: '',
        caption: '',
      },
      seed: null,
      sheet: null,
      combined: null,
      linked: null,
      files: [],
      revision: null,
      updated_at: '2026-11-21T12:00:00Z',
      unreadable: null,
      dropped: null,
      ...draft,
    },
    type: 'wordpress',
    values: { ...NO_VALUES, ...values },
    errors: {},
    setField: vi.fn<ProjectForm['setField']>(),
    touch: vi.fn<ProjectForm['touch']>(),
    reading: { isBusy: false, retry: vi.fn<() => void>() },
    seed: { state: 'none' },
    sheet: { state: 'none' },
    combined: { state: 'none' },
    takeSeed: vi.fn<ProjectForm['takeSeed']>(),
    dropSeed: vi.fn<ProjectForm['dropSeed']>(),
    takeSheet: vi.fn<ProjectForm['takeSheet']>(),
    pasteSheet: vi.fn<ProjectForm['pasteSheet']>(),
    dropSheet: vi.fn<ProjectForm['dropSheet']>(),
    takeCombined: vi.fn<ProjectForm['takeCombined']>(),
    dropCombined: vi.fn<ProjectForm['dropCombined']>(),
    readSheetAs: vi.fn<ProjectForm['readSheetAs']>(),
    fetchSheet: vi.fn<ProjectForm['fetchSheet']>(),
    link: { isFetching: false },
    fix: vi.fn<ProjectForm['fix']>(() => Promise.resolve(true)),
    addTowns: vi.fn<ProjectForm['addTowns']>(() => Promise.resolve({ added: 0, skipped: 0 })),
    setColumn: vi.fn<ProjectForm['setColumn']>(),
    images: { images: [], stored: [], isSending: false },
    ...more,
  };
}

export const openSection = (section: ReactNode, at = '/'): OpenedPage => {
  Element.prototype.scrollIntoView = () => undefined;
  return openPage(
    () => section,
    { path: '/', at },
    ({ path }) => {
      if (path.endsWith('/estimate')) return { data: null };
      return path.startsWith('domains') ? { data: [{ id: 7, name: 'northstar.com' }] } : { data: {} };
    },
  );
};

export const readText = (name: string): string =>
  screen.getByRole('region', { name }).textContent?.replaceAll(/\s+/g, ' ') ?? '';
