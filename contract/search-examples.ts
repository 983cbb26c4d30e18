/** Examples of each call about Google Search, reports and scans. */
import type { Example } from './example.ts';

const AT = '2026-03-02T09:14:05.120Z';
const TOTALS = { clicks: 120, impressions: 2400, ctr: 0.05, position: 8.4 };
const BEFORE = { clicks: 96, impressions: 2000, ctr: 0.048, position: 9.1 };
const INTEGRATION = {
  id: 6,
  provider: 'google',
  account: 'ada@example.com',
  status: 'connected',
  scope: ['openid', 'email', 'https://www.googleapis.com/auth/webmasters.readonly'],
  message: null,
  connected_at: AT,
  connected_by: 'Ada Lovelace',
  is_own: true,
  is_read_only: false,
  checked_at: AT,
  properties: [
    {
      id: 14,
      site: 'sc-domain:example.com',
      permission: 'siteOwner',
      domains: [
        {
          id: 4,
          name: 'example.com',
          state: 'ready',
          message: null,
          data_until: '2026-02-27',
          collected_at: AT,
        },
      ],
    },
  ],
};
const TOWN = {
  project_id: 7,
  project: 'Plumber in Texas',
  row: 2,
  town: 'Waco',
  address: 'https://example.com/plumber-waco/',
  latitude: 31.549,
  longitude: -97.147,
  ...TOTALS,
  previous: BEFORE,
  index: {
    is_indexed: false,
    coverage: 'Crawled - currently not indexed',
    google_canonical: null,
    last_crawled_at: '2026-03-01T08:00:00.000Z',
    inspected_at: '2026-03-02T06:00:00.000Z',
  },
  score: 41.6,
  is_weak: true,
  flaws: ['alike', 'few-local-words'],
};
const WEAK_PAGE = {
  project_id: 7,
  project: 'Plumber in Texas',
  is_read_only: false,
  row_key: 'plumber-waco',
  row: 2,
  town: 'Waco',
  address: 'https://example.com/plumber-waco/',
};
const WEAK = {
  id: '7:2',
  ...WEAK_PAGE,
  score: TOWN.score,
  flaws: TOWN.flaws,
  index: TOWN.index,
  has_place: true,
  combined_row: null,
  target: {
    row_key: 'plumber-austin',
    row: 3,
    town: 'Austin',
    address: 'https://example.com/plumber-austin/',
    score: 78.2,
    is_indexed: true,
    miles: 95.1,
  },
};
const SCAN = {
  id: 9,
  project_id: 7,
  project: 'Plumber in Texas',
  state: 'completed',
  pages_total: 2,
  pages_done: 2,
  findings: { ok: 1, redirect: 1 },
  changes: { changed: 1, same: 1 },
  quality: {
    score: 58.2,
    parts: { similarity: 18.1, substance: 24.1, head_and_links: 16 },
    template_share: 0.6104,
    pages: 2,
    histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
    costs: [{ code: 'alike', points: 26.9, pages: 2 }],
    cluster_count: 0,
    files: { run: 12, score: 64.8 },
    previous: { scan: 8, score: 61 },
  },
  differences: { title: 1 },
  sitemap: { state: 'complete', urls: ['https://example.com/sitemap.xml'], problem: null },
  message: null,
  created_at: AT,
  started_at: AT,
  finished_at: '2026-03-02T09:14:07.310Z',
};
const NEW_SCAN = {
  ...SCAN,
  state: 'queued',
  pages_done: 0,
  findings: {},
  changes: null,
  quality: null,
  differences: {},
  sitemap: null,
  started_at: null,
  finished_at: null,
};

export const SEARCH_EXAMPLES: Readonly<Record<string, Example>> = {
  'integrations.list': { data: [INTEGRATION] },
  'integrations.providers': { data: [{ provider: 'google', is_open: true, is_simulated: false }] },
  'integrations.connect': {
    data: { url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=EXAMPLE' },
  },
  'integrations.finish': { body: { code: '4/EXAMPLE', state: 'EXAMPLE' }, data: INTEGRATION },
  'integrations.choose': { body: { domain_id: 4, property_id: 14 }, data: [INTEGRATION] },
  'integrations.remove': {
    message: 'Disconnected ada@example.com. Figures collected so far are kept.',
  },
  'integrations.checkConnection': {
    query: { domain_id: '4' },
    data: {
      connected: true,
      property: 'sc-domain:example.com',
      properties: ['sc-domain:example.com'],
      message: 'The connection to Google works.',
    },
  },
  'integrations.stat': {
    query: { domain_id: '4', period: '28d', dimension: 'query', compare: 'previous' },
    data: {
      period: { from: '2026-01-31', to: '2026-02-27' },
      previous_period: { from: '2026-01-03', to: '2026-01-30' },
      data_until: '2026-02-27',
      state: 'ready',
      totals: TOTALS,
      previous: BEFORE,
      rows: [{ key: 'plumber waco', ...TOTALS, previous: BEFORE }],
      meta: { page: 1, per_page: 25, total: 1, last_page: 1 },
      marks: [{ day: '2026-02-14', project_id: 7, project: 'Plumber in Texas', run_id: 12, pages: 2 }],
    },
  },
  'reporting.towns': { query: { domain_id: '4', earning: 'yes', compare: 'year' }, data: [TOWN] },
  'reporting.coverage': {
    query: { project_id: '7', compare: 'previous' },
    data: { pages: 2, earning: 1, clicking: 1, inspected: 2, indexed: 1, totals: TOTALS, previous: BEFORE },
  },
  'reporting.indexShares': {
    query: { project_id: '7' },
    data: {
      pages: 498,
      inspected: 490,
      indexed: 402,
      bands: [
        { from: 0, to: 20, pages: 31, inspected: 30, indexed: 2 },
        { from: 20, to: 40, pages: 47, inspected: 45, indexed: 15 },
        { from: 40, to: 60, pages: 60, inspected: 58, indexed: 41 },
        { from: 60, to: 80, pages: 280, inspected: 277, indexed: 266 },
        { from: 80, to: 100, pages: 80, inspected: 80, indexed: 78 },
      ],
    },
  },
  'reporting.map': {
    query: { domain_id: '4', period: '3m' },
    data: { points: [[31.55, -97.15, 120, 1]], unplaced: 0 },
  },
  'reporting.domains': {
    data: [
      {
        id: 4,
        name: 'example.com',
        agency: null,
        is_read_only: false,
        property: 'sc-domain:example.com',
        state: 'ready',
        data_until: '2026-02-27',
        ...TOTALS,
        previous_clicks: 96,
        change: 0.25,
        series: [4, 5, 3],
      },
    ],
  },
  'reporting.export': { query: { domain_id: '4', dimension: 'town', period: '3m' } },
  'reporting.setup': {
    data: {
      domain: { is_done: true, count: 1 },
      search_console: { is_done: true, count: 1 },
      project: { is_done: true, count: 1 },
      test: { is_done: true, count: 2 },
      download: { is_done: false, count: 0 },
    },
  },
  'pageDecisions.weak': { query: { domain_id: '4' }, data: [WEAK] },
  'pageDecisions.list': {
    query: { project_id: '7' },
    data: [
      {
        id: 3,
        ...WEAK_PAGE,
        decision: 'merge',
        target: {
          row_key: 'plumber-austin',
          town: 'Austin',
          address: 'https://example.com/plumber-austin/',
          is_missing: false,
        },
        decided_at: AT,
        is_applied: false,
      },
    ],
  },
  'pageDecisions.downloads': {
    query: { project_id: '7' },
    data: { redirects: 1, redirection: 3, dropped: 2 },
  },
  'pageDecisions.decide': {
    body: { row_key: 'plumber-waco', decision: 'merge', target_key: 'plumber-austin' },
    data: { decision: 'merge', redirects_to: 'https://example.com/plumber-austin/' },
  },
  'pageDecisions.export': { query: { domain_id: '4', format: 'redirection' } },
  'scans.list': { query: { project_id: '7' }, data: [SCAN] },
  'scans.create': { body: { project_id: 7 }, data: NEW_SCAN },
  'scans.show': { data: SCAN },
  'scans.pages': {
    query: { finding: 'redirect,error', difference: 'title' },
    data: [
      {
        position: 2,
        row: 3,
        town: 'Round Rock',
        address: 'https://example.com/plumber-round-rock/',
        finding: 'redirect',
        status: 200,
        problem: 'The page redirects to another page.',
        redirects_to: 'https://example.com/',
        title: 'Plumber',
        canonical: 'https://example.com/',
        is_noindex: false,
        words: 480,
        differences: [{ code: 'title', file: 'Plumber in Round Rock', live: 'Plumber' }],
        quality: {
          score: 58.2,
          own_share: 0.1724,
          closest: {
            position: 1,
            town: 'Waco',
            address: 'https://example.com/plumber-waco/',
            similarity: 0.7381,
          },
          problems: ['alike', 'few-words'],
        },
        change: 'changed',
        before: { finding: 'ok', status: 200, title: 'Plumber in Round Rock', words: 912 },
      },
    ],
  },
  'scans.cancel': { data: { ...SCAN, state: 'canceled' } },
};
