/**
 * Examples of each call of the API, all of one imaginary project: a plumber with a page for each town.
 * Separate from the schemas so that browsers don’t load it; `examples.test.ts` checks it against them.
 */

import { BILLING_EXAMPLES, PLAN_EXAMPLE } from './billing-examples.ts';
import { DRAFT_EXAMPLES } from './draft-examples.ts';
import type { Example } from './example.ts';
import { PEOPLE_EXAMPLES } from './people-examples.ts';
import { QUALITY_EXAMPLES } from './quality-examples.ts';
import { SEARCH_EXAMPLES } from './search-examples.ts';

const CREATED = '2026-03-02T09:14:05.120Z';
const STARTED = '2026-03-02T09:14:05.480Z';
const ENDED = '2026-03-02T09:14:06.310Z';
const KEY = '6f1c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d11';
const PART_SUM = '9b74c9897bac770ffc029102a200c5de5a6c0b8b6f2a1d3e4c5f60718293a4b5';
const SHEET = 'geo_city,geo_url,geo_phone\nWaco,waco,555-0101\nRound Rock,round-rock,\n';
const FOOTER = '<a href="[geo_url]">[geo_city]</a><br>';

/** A URL like those that the server signs; this one has no valid signature. */
function fileAddress(path: string): string {
  return `/api/v1/files/${path}?owner=3&expires=1772443800&signature=EXAMPLE`;
}

const SEED = { name: 'plumber.xml', size: 48_213, url: fileAddress(`seed/${KEY}/plumber.xml`) };
const PART = {
  url: fileAddress('part/12-0/plumber.xml'),
  name: 'plumber.xml',
  size: 96_840,
  pages: 2,
  sha256: PART_SUM,
};
const RUN_ITEM = {
  id: 12,
  kind: 'save',
  state: 'completed',
  is_current: true,
  pages_total: 2,
  pages_done: 2,
  skipped: 0,
  held: 0,
  dropped: 0,
  bytes: 96_840,
  created_at: CREATED,
  started_at: STARTED,
  finished_at: ENDED,
  pinned_at: null,
  pruned_at: null,
};
const RUN = {
  ...RUN_ITEM,
  parts_total: 1,
  pages_planned: 500,
  parts_done: 1,
  rows_per_second: null,
  message: null,
  now_writing: null,
  problems: [
    {
      code: 'cell-empty',
      severity: 'notice',
      text: 'geo_phone is empty, so nothing is shown here. Add a fallback: [geo_phone | default:"…"].',
      file: 'pasted-data.csv',
      row: 3,
      field: 'geo_phone',
    },
  ],
  problem_count: 1,
  notice_count: 1,
  gate: null,
  is_measuring: false,
  compared: null,
  skipped_bitmap: 'AA==',
  held_bitmap: '',
  notice_bitmap: 'Ag==',
  skipped_rows: [],
  skipped_rows_url: null,
  parts: [PART],
  selectors: [],
  formed_link_count: 2,
  placeholders_filled: 8,
  placeholders_total: 8,
  quality_score: 61.5,
  has_places: false,
  samples: [
    {
      row: 2,
      why: 'first',
      title: 'Plumber in Waco',
      address: 'https://example.com/plumber-waco/',
      description: 'Your plumber in Waco, at any hour.',
      source: '<h1>Plumber in Waco</h1>',
      source_url: null,
      url: fileAddress('sample/12-0/sample-1.html'),
    },
  ],
  download_all_url: fileAddress('zip/12/plumber.zip'),
  download_all_images_url: null,
  split_parts: null,
  output_bytes: null,
};
const BASE = {
  id: 7,
  title: 'Plumber in Texas',
  type: 'wordpress',
  is_read_only: false,
  updated_at: ENDED,
  created_at: CREATED,
};
const IMAGE = {
  id: KEY,
  url: fileAddress(`image/${KEY}/image.jpg`),
  name: 'deck.jpg',
  fileName: 'deck.jpg',
  size: 812_440,
  width: 2400,
  height: 1600,
  chosen_at: CREATED,
  thumbnail_url: fileAddress(`thumbnail/${KEY}/thumbnail.webp`),
};
const PROJECT = {
  ...BASE,
  template_type: 'wordpress',
  notes: 'Towns of the first quarter.',
  revision: 1,
  domain_id: 4,
  domain: 'example.com',
  base_site_url: 'https://example.com',
  google_spread_sheet: '',
  script: SHEET,
  script_url: fileAddress(`sheet/${KEY}/pasted-data.csv`),
  script_name: 'pasted-data.csv',
  footer_links: FOOTER,
  keep: 'owner',
  seed_page: '',
  schedule: '',
  quality_gate: null,
  columns: {},
  site_base_url: '',
  formed_links: [
    {
      flink: '<a href="https://example.com/plumber-waco/">Waco</a><br>',
      url: 'https://example.com/plumber-waco/',
      label: 'Waco',
    },
  ],
  formed_links_url: fileAddress('links/12/formed-links.html'),
  xmlFiles: ['plumber.xml'],
  parts: [PART],
  key: KEY,
  template_file: SEED,
  files: [IMAGE],
  download_all_url: fileAddress('zip/12/plumber.zip'),
  file_name: '',
  caption: '',
  cities: [],
  images: [],
  town_count: 0,
  download_all_images_url: null,
  unreadable: null,
  report: RUN,
  progress: RUN,
  test: null,
  runs: [RUN_ITEM],
};
const FORM = {
  title: BASE.title,
  notes: PROJECT.notes,
  google_spread_sheet: '',
  script: SHEET,
  footer_links: FOOTER,
  keep: 'owner',
  seed_page: '',
  schedule: '',
  site_base_url: '',
  type: 'wordpress',
};
const SAVED = { project_id: 7, run_id: 12, revision: 1 };
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const SESSION = {
  id: 3,
  access_token: 'geoloom_EXAMPLE',
  role: 'user',
  name: 'Ada Lovelace',
  ...PERSON,
  avatar: '/avatar.svg',
};
/** Placeholder for a value of the user’s own. */
const PASSWORD = 'a password of your own';
const NOTIFICATION = {
  id: 31,
  notification: '“Plumber in Texas” has completed: 2 pages.',
  link: '/projects/7',
  is_gone: false,
  is_read: false,
  created_at: ENDED,
};

const DOMAIN_FIELDS = { name: 'example.com', project_type: 'WordPress', status: '1' };
const DOMAIN = { id: 4, ...DOMAIN_FIELDS, revision: 1, created_at: CREATED, updated_at: CREATED };
const LISTED_DOMAIN = {
  ...DOMAIN,
  agency: 'Bright Pages',
  projects: 1,
  clicks: 120,
  is_read_only: false,
  search_state: 'ready',
};

const PREVIEW_NAME = `${KEY}.webp`;
const PREVIEW = {
  preview_url: fileAddress(`preview/${KEY}/${PREVIEW_NAME}`),
  preview_name: PREVIEW_NAME,
};
const TUTORIAL_FIELDS = {
  title: 'Export a page from WordPress',
  description: 'Which page makes a good seed, and how to export it from WordPress.',
  link: 'https://videos.example.com/export-a-page',
};
const TUTORIAL = {
  id: 2,
  ...TUTORIAL_FIELDS,
  level: 'easy',
  ...PREVIEW,
  revision: 1,
  created_at: CREATED,
  updated_at: CREATED,
};
const TUTORIAL_FORM = { ...TUTORIAL_FIELDS, difficulty_level: 'easy', preview_name: PREVIEW_NAME };

/** By endpoint id. Calls without data have none, nor do replies in another format. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...PEOPLE_EXAMPLES,
  ...BILLING_EXAMPLES,
  ...SEARCH_EXAMPLES,
  ...DRAFT_EXAMPLES,
  ...QUALITY_EXAMPLES,
  'operation.health': { data: { status: 'ok' } },
  'operation.ready': { data: { checks: { database: 'ok', web: 'ok' } } },
  'operation.version': { data: { name: 'geoloom', version: '0.1.0' } },
  'operation.reportPolicy': {
    body: [
      {
        type: 'csp-violation',
        body: {
          documentURL: 'https://geoloom.example.com/projects/7',
          blockedURL: 'https://example.com/added.js',
          effectiveDirective: 'script-src-elem',
          disposition: 'enforce',
        },
      },
    ],
  },
  'account.setupState': { data: { needed: false, maintenance: false, google: true, mail: true } },
  'account.setUp': {
    body: { ...PERSON, password: PASSWORD, token: 'as the server printed it', sample_data: true },
    data: { ...SESSION, role: 'superadmin' },
  },
  'account.register': {
    body: { ...PERSON, password: PASSWORD, password_confirmation: PASSWORD },
    data: SESSION,
  },
  'account.signIn': { body: { email: PERSON.email, password: PASSWORD }, data: SESSION },
  'account.signInTwoFactor': {
    body: { challenge: 'geoloom_from-the-first-step', code: '492039' },
    data: SESSION,
  },
  'account.show': {
    data: {
      ...PERSON,
      avatar: '/avatar.svg',
      is_email_verified: true,
      has_password: true,
      google_account: null,
      pending_email: null,
      created_at: '2026-03-01T08:00:00.000Z',
    },
  },
  'account.userData': {
    data: {
      id: 3,
      role: 'user',
      name: 'Ada Lovelace',
      avatar: '/avatar.svg',
      is_email_verified: true,
      must_set_up_two_factor: false,
      impersonation: null,
      agency: { id: 5, name: 'Bright Pages', status: 'active', is_main_admin: true },
      agency_notice: null,
      ...PLAN_EXAMPLE,
      next_invoice: { plan: 'Pro', amount: 7900, currency: 'usd', date: '2026-04-02T09:14:05.000Z' },
      unread_count: 1,
    },
  },
  'notifications.list': { data: [NOTIFICATION] },
  'notifications.read': { body: { ids: [31] }, data: { unread_count: 0 } },
  'notifications.stream': { data: NOTIFICATION },
  'dashboard.show': {
    data: {
      figures: {
        projects: 2,
        with_pages: 1,
        pages: 500,
        skipped: 2,
        tested: 1,
        downloaded: 1,
        states: { completed_with_skips: 1, draft: 1 },
      },
      domains: 3,
      search: { is_open: true, connected: 2, unconnected: 1 },
      attention: [
        { kind: 'skipped', count: 1, name: BASE.title, id: 7 },
        { kind: 'unconnected', count: 1, name: 'example.net', id: 5 },
      ],
    },
  },
  'find.all': {
    query: { text: 'plumb' },
    data: {
      projects: [
        {
          id: 7,
          title: BASE.title,
          type: 'wordpress',
          domain: 'example.com',
          pages: 2,
          state: 'completed',
          updated_at: ENDED,
        },
      ],
      domains: [],
      runs: [
        {
          id: 12,
          kind: 'save',
          project_id: 7,
          project: BASE.title,
          state: 'completed',
          pages: 2,
          created_at: CREATED,
        },
      ],
      agencies: [],
    },
  },
  'places.list': {
    query: { near: 'Austin, TX', within: '10', min_population: '100000' },
    data: [
      {
        city: 'Austin',
        state: 'TX',
        county: 'Travis County',
        zip: '78701',
        lat: 30.26715,
        lng: -97.74306,
        population: 931_830,
        timezone: 'America/Chicago',
        miles: 0,
      },
    ],
    extra: { points: [[30.267, -97.743]], center: [30.267, -97.743], problems: [] },
  },
  'domains.list': { data: [LISTED_DOMAIN] },
  'domains.show': {
    data: [
      {
        ...LISTED_DOMAIN,
        pages: 2,
        images: 0,
        property: 'sc-domain:example.com',
        search_message: null,
        data_until: '2026-02-27',
        scans: [
          {
            id: 3,
            project_id: 7,
            project: BASE.title,
            finished_at: ENDED,
            pages: 2,
            findings: { ok: 1, redirect: 1 },
            problems_before: null,
          },
        ],
        scanning: 0,
        scannable: [7],
      },
    ],
  },
  'domains.create': { body: DOMAIN_FIELDS, data: DOMAIN },
  'domains.edit': { data: [{ ...DOMAIN, is_read_only: false }] },
  'domains.update': {
    body: { ...DOMAIN_FIELDS, status: '0', revision: 1 },
    data: { ...DOMAIN, status: '0', revision: 2, updated_at: ENDED },
  },
  'projects.list': {
    data: [
      {
        ...BASE,
        domain: 'www.example.com',
        state: 'completed',
        pages: 2,
        skipped: 0,
        last_run: RUN_ITEM,
      },
    ],
  },
  'projects.savePace': {
    data: { plan: 'Starter', limit: 60, left: 48, resets_at: '2026-03-02T10:14:00.000Z' },
  },
  'projects.show': { data: [PROJECT] },
  'projects.edit': { data: [PROJECT] },
  'projects.images': {
    data: [
      {
        city: 'Waco, Texas',
        images: [
          {
            name: 'deck-waco-texas.jpg',
            download_url: fileAddress('copy/12-1-1/copy.jpg'),
            thumbnail_url: IMAGE.thumbnail_url,
          },
        ],
      },
    ],
  },
  'projects.save': { body: { ...FORM, domain_id: 4, key: KEY }, data: SAVED },
  'projects.update': {
    body: { ...FORM, revision: 1, split_xml_file: 2 },
    data: { ...SAVED, run_id: 13, revision: 2 },
  },
  'projects.setQualityGate': {
    body: { gate: { below: 60, action: 'leave-out' } },
    data: { gate: { below: 60, action: 'leave-out' } },
  },
  'projects.test': { body: { ...FORM, project_id: 7 }, data: { ...SAVED, run_id: 14 } },
  'projects.remove': {
    query: { project_id: '7', type: 'wordpress' },
    message: 'Project was successfully deleted!',
  },
  'projects.upload': {
    body: { type: 'wordpress' },
    data: {
      ...SEED,
      id: KEY,
      draft_id: KEY,
      placeholders: ['geo_city', 'geo_url', 'geo_phone'],
      record_count: 1,
      problems: [],
    },
  },
  'projects.uploadPrimary': { body: { type: 'wordpress' }, data: [IMAGE] },
  'projects.removeImage': { body: { url: IMAGE.url, type: 'wordpress' }, data: {} },
  'projects.orderImages': { body: { urls: [IMAGE.url] }, data: {} },
  'projects.recognize': { body: {}, data: { platforms: ['wordpress'], draft_id: KEY } },
  'runs.events': {
    data: { ...RUN, state: 'running', is_current: false, pages_done: 1, finished_at: null },
  },
  'runs.list': { data: [RUN_ITEM] },
  'runs.restore': { body: { during_run: 12 } },
  'runs.show': { data: RUN },
  'runs.pages': {
    data: [
      {
        id: 2,
        title: 'Plumber in Waco, TX',
        url: 'https://www.example.com/plumber-waco/',
        state: 'ready',
        reason: '',
        part: 1,
        quality: {
          score: 61.5,
          words: 420,
          own_share: 0.12,
          closest: { row: 3, similarity: 0.71 },
          problems: ['alike', 'orphan'],
        },
      },
    ],
  },
  'tutorials.list': { data: [TUTORIAL] },
  'tutorials.levels': { data: [{ name: 'easy' }, { name: 'medium' }, { name: 'hard' }] },
  'tutorials.create': { body: TUTORIAL_FORM, data: TUTORIAL },
  'tutorials.show': { data: [TUTORIAL] },
  'tutorials.edit': { data: [TUTORIAL] },
  'tutorials.update': {
    body: { ...TUTORIAL_FORM, difficulty_level: 'hard', revision: 1 },
    data: { ...TUTORIAL, level: 'hard', revision: 2, updated_at: ENDED },
  },
  'tutorials.remove': { message: 'Tutorial was successfully deleted!' },
  'tutorials.move': { body: { place: 1 }, data: { place: 1, total: 3 } },
  'tutorials.uploadPreview': { body: {}, data: PREVIEW },
  'tutorials.deletePreview': { body: { preview_name: PREVIEW_NAME, id: 2 } },
};
