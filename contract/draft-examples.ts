/** Examples of the calls about drafts. */
import type { Draft, InspectedDraft } from './draft-shapes.ts';
import type { Example } from './example.ts';

const CREATED = '2026-03-02T09:14:05.120Z';
const ID = '0b9b4f52-6a39-4a0e-8d27-2c1a5b1e7f03';
const SEED_SIZE = 48_213;

const FIELDS: Draft['fields'] = {
  title: 'Plumber in Texas',
  notes: '',
  google_spread_sheet: '',
  footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
  keep: 'owner',
  seed_page: '',
  schedule: '',
  site_base_url: '',
  domain_id: 4,
  columns: { geophone: { column: 'Phone' } },
  file_name: '',
  caption: '',
};

const DRAFT: Draft = {
  id: ID,
  type: 'wordpress',
  project_id: null,
  is_open: true,
  is_changed: true,
  fields: FIELDS,
  seed: {
    name: 'plumber.xml',
    size: SEED_SIZE,
    url: `/api/v1/files/seed/${ID}/seed.xml?owner=3&expires=1772443800&signature=EXAMPLE`,
    changes: ['noindex removed'],
  },
  sheet: {
    name: 'towns.xlsx',
    size: 9130,
    is_pasted: false,
    text: null,
    sheet_name: 'Texas',
    hidden_rows: 'skip',
    encoding: null,
    note: null,
  },
  combined: null,
  linked: null,
  files: [],
  revision: null,
  updated_at: CREATED,
  unreadable: null,
  dropped: null,
};

const INSPECTED: InspectedDraft = {
  inspection: {
    outcome: {
      pages: 2,
      skipped: 0,
      bytes: 96_840,
      parts: [{ name: 'plumber.xml', bytes: 96_840, pages: 2 }],
      formedLinks: 2,
      placeholdersFilled: 8,
      placeholdersTotal: 8,
    },
    problems: [],
  },
  other_platform: null,
  platforms: [],
  broken: null,
  limits: {
    plan: 'Starter',
    limit: 1000,
    used: 999,
    adding: 2,
    resets_at: '2026-04-01T00:00:00.000Z',
    upgrade: { name: 'Pro', limit: 10_000 },
  },
};

export const DRAFT_EXAMPLES: Readonly<Record<string, Example>> = {
  'drafts.open': { body: { type: 'wordpress' }, data: DRAFT },
  'drafts.findClosed': {
    data: { id: ID, type: 'wordpress', title: FIELDS.title, updated_at: CREATED },
  },
  'drafts.show': { data: DRAFT },
  'drafts.keep': { body: { fields: FIELDS }, data: { updated_at: CREATED, columns: null } },
  'drafts.restore': { data: DRAFT },
  'drafts.putSheet': { body: {}, data: DRAFT },
  'drafts.readSheetAs': { body: { sheet_name: 'Texas', hidden_rows: 'skip' }, data: DRAFT },
  'drafts.dropSheet': { data: { ...DRAFT, sheet: null } },
  'drafts.putCombined': {
    body: {},
    data: {
      ...DRAFT,
      combined: { name: 'services.csv', size: 412, sheet_name: null, hidden_rows: 'skip', encoding: null },
    },
  },
  'drafts.dropCombined': { data: DRAFT },
  'drafts.dropSeed': { data: { ...DRAFT, seed: null } },
  'drafts.fetchSheet': { data: { ...DRAFT, linked: { fetched_at: CREATED, notice: null } } },
  'drafts.inspect': { data: INSPECTED },
  'estimates.show': {
    data: {
      score: 41.3,
      parts: { similarity: 5.2, substance: 20.1, head_and_links: 16 },
      template_share: 0.8812,
      similarity: 0.8153,
      rows: 40,
      changes: [
        {
          kind: 'variants',
          points: 14,
          paragraphs: [{ text: 'We fix leaks in [geo_city] on the same day.', words: 9 }],
        },
        { kind: 'columns', points: 8, columns: ['Landmark', 'Population', 'Rating'] },
        { kind: 'neighbors', points: 4 },
      ],
      estimated_at: CREATED,
    },
  },
  'drafts.preview': {
    body: { text: '[if geo_state = "TX"]Texas[else]Other states[/if]' },
    data: { rows: [{ row: 2, label: 'Houston', text: 'Texas' }], problems: [] },
  },
  'drafts.addTowns': {
    body: { near: 'Austin, TX', within: 40, min_population: 5000 },
    data: { added: 24, skipped: 1, draft: DRAFT },
  },
  'drafts.fix': {
    body: { kind: 'remove-row', row: 12 },
    data: { is_fixed: true, done: ['Row 12 removed'], draft: DRAFT },
  },
};
