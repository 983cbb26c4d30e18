/** Runs and projects for tests. */
import type { ListMeta } from '#contract/endpoint.ts';
import type { Project, ProjectListItem } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';

const DIGEST = '9f3c1a77e0b4d2e19f3c1a77e0b4d2e19f3c1a77e0b4d2e19f3c1a77e0b4d2e1';

export function run(more: Partial<Run> = {}, { samples = 0 } = {}): Run {
  return {
    id: 2,
    kind: 'save',
    state: 'running',
    is_current: false,
    pages_total: 500,
    pages_done: 310,
    skipped: 0,
    held: 0,
    dropped: 0,
    bytes: 3_100_000,
    created_at: '2026-11-21T12:00:00Z',
    started_at: '2026-11-21T12:00:00Z',
    finished_at: null,
    pinned_at: null,
    pruned_at: null,
    parts_total: 2,
    pages_planned: 500,
    parts_done: 1,
    rows_per_second: 2914,
    message: null,
    gate: null,
    is_measuring: false,
    compared: null,
    problems: [],
    problem_count: 0,
    notice_count: 0,
    now_writing: null,
    skipped_bitmap: '',
    notice_bitmap: '',
    held_bitmap: '',
    skipped_rows: [],
    skipped_rows_url: null,
    parts: [],
    selectors: [],
    formed_link_count: 0,
    placeholders_filled: 4,
    placeholders_total: 4,
    quality_score: null,
    has_places: false,
    samples: Array.from({ length: samples }, (_, index) => ({
      row: index + 2,
      why: 'first' as const,
      title: `Roof repair in Town ${index}`,
      address: `https://example.com/roof-repair-town-${index}/`,
      description: 'Roofs.',
      limits: 'Shortcodes appear as labeled boxes.',
      source: '<h1>Roofs</h1>',
      source_url: null,
      url: 'about:blank',
    })),
    download_all_url: null,
    download_all_images_url: null,
    split_parts: null,
    output_bytes: null,
    ...more,
  };
}

export function project(more: Partial<Project> = {}): Project {
  return {
    id: 7,
    title: 'Roof repair, 500 towns',
    type: 'wordpress',
    template_type: 'wordpress',
    is_read_only: false,
    updated_at: '2026-11-21T12:00:00Z',
    created_at: '2026-11-21T12:00:00Z',
    notes: '',
    revision: 3,
    domain_id: null,
    domain: null,
    base_site_url: 'https://example.com',
    google_spread_sheet: '',
    script: 'geo_city,geo_url\nTown,town',
    script_url: null,
    script_name: null,
    footer_links: '<a href="[geo_url]">[geo_city]</a><br>',
    keep: '',
    seed_page: '',
    schedule: '',
    quality_gate: null,
    columns: {},
    site_base_url: '',
    formed_links: [],
    formed_links_url: null,
    xmlFiles: [],
    parts: [],
    key: 'roof-repair',
    template_file: { name: 'seed.xml', size: 9000, url: '/seed' },
    files: [],
    download_all_url: null,
    file_name: '',
    caption: '',
    cities: [],
    images: [],
    town_count: 0,
    download_all_images_url: null,
    unreadable: null,
    report: null,
    progress: null,
    test: null,
    runs: [],
    ...more,
  };
}

/** A completed run with this number of parts, 500 pages each. */
export function completedRun(parts: number, more: Partial<Run> = {}): Run {
  return run({
    state: 'completed',
    is_current: true,
    pages_total: parts * 500,
    pages_done: parts * 500,
    finished_at: '2026-11-21T12:00:02.300Z',
    parts_total: parts,
    pages_planned: 500,
    parts_done: parts,
    parts: Array.from({ length: parts }, (_, index) => ({
      url: `/api/v1/files/part/2-${index}/roofs-${index + 1}.xml?expires=99999999999`,
      name: `roofs-${index + 1}.xml`,
      size: 9_990_000,
      pages: 500,
      sha256: DIGEST,
    })),
    download_all_url: '/api/v1/files/zip/2/roofs.zip?expires=99999999999',
    ...more,
  });
}

type RunItem = NonNullable<ProjectListItem['last_run']>;

/** Run as in a list of projects. */
export const runItem = (more: Partial<RunItem> = {}): RunItem => ({
  id: 9,
  kind: 'save',
  state: 'running',
  is_current: false,
  pages_total: 500,
  pages_done: 310,
  skipped: 0,
  held: 0,
  dropped: 0,
  bytes: 0,
  created_at: '2026-11-21T12:00:00Z',
  started_at: '2026-11-21T12:00:00Z',
  finished_at: null,
  pinned_at: null,
  pruned_at: null,
  ...more,
});

/** Row of the project list. */
export const listItem = (
  id: number,
  title: string,
  more: Partial<ProjectListItem> = {},
): ProjectListItem => ({
  id,
  title,
  type: 'wordpress',
  is_read_only: false,
  domain: null,
  updated_at: '2026-11-21T12:00:00Z',
  created_at: '2026-11-21T12:00:00Z',
  state: 'completed',
  pages: 500,
  skipped: 0,
  last_run: null,
  ...more,
});

/** Reply with a list, on one page by default. */
export const makeList = (data: readonly object[], meta: Partial<ListMeta> = {}) => ({
  data,
  meta: { page: 1, per_page: 25, total: data.length, last_page: 1, ...meta },
});
