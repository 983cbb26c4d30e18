/** The tables about connected accounts, figures of Google Search, pages of runs and scans, as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely';
import type { Change, Finding } from '#contract/scans.contract.ts';
import type { Period } from '#contract/search-shapes.ts';

/** How figures and names say what they are of. */
export const DIMENSION_NUMBERS = { query: 1, page: 2, country: 3, device: 4 } as const;
export type Detail = keyof typeof DIMENSION_NUMBERS;

/** Never given by us: the database counts. */
type Id = ColumnType<number, never, never>;

interface IntegrationsTable {
  id: Id;
  workspace_id: number;
  created_by: number | null;
  provider: 'google';
  /** Email address. */
  account: string;
  /** Refresh token, encrypted. */
  sealed_token: string;
  /** Apart by spaces. */
  scope: string;
  status: 'connected' | 'revoked';
  message: string | null;
  connected_at: Date;
  checked_at: Date;
}

interface ConsentsTable {
  state_hash: string;
  user_id: number;
  sealed_verifier: string;
  expires_at: Date;
}

interface SearchPropertiesTable {
  id: Id;
  integration_id: number;
  site: string;
  /** Empty once Google lists it no more. */
  permission: string;
}

interface SearchSourcesTable {
  domain_id: number;
  property_id: number;
  state: Generated<'waiting' | 'collecting' | 'ready' | 'failed'>;
  message: string | null;
  /** A day as text. */
  data_until: string | null;
  collected_at: Date | null;
  failures: Generated<number>;
}

interface SearchSums {
  clicks: number;
  impressions: number;
  /** Place × impressions. */
  position_sum: number;
}

interface SearchDaysTable extends SearchSums {
  domain_id: number;
  day: string;
  fetched_at: Date;
}

interface SearchNamesTable {
  id: Id;
  domain_id: number;
  /** One of `DIMENSION_NUMBERS`. */
  dimension: number;
  name: string;
  page_key: ColumnType<string | null, never, never>;
}

interface SearchFiguresTable extends SearchSums {
  domain_id: number;
  dimension: number;
  day: string;
  name_number: number;
}

interface SearchMonthsTable extends SearchSums {
  domain_id: number;
  dimension: number;
  /** Its first day. */
  month: string;
  name_number: number;
}

interface PageReportsTable {
  run_id: number;
  domain_id: number;
  until: string;
  period: Period;
  sheet_row: number[];
  /** Hundredths of a degree. */
  latitude: (number | null)[];
  longitude: (number | null)[];
  clicks: number[];
  impressions: number[];
  position_sum: number[];
  previous_clicks: number[];
  previous_impressions: number[];
  previous_position_sum: number[];
  year_clicks: number[];
  year_impressions: number[];
  year_position_sum: number[];
}

interface RunPagesTable {
  run_id: number;
  page_key: ColumnType<string, never, never>;
  sheet_row: number;
  address: string;
  label: string;
  latitude: number | null;
  longitude: number | null;
  search_text: ColumnType<string, never, never>;
  /** Null for pages from before it was stored, as is the hash. */
  row_key: string | null;
  /** The first half of a SHA-256 of what the page contains, as a UUID. */
  content_hash: string | null;
  state: Generated<'ready'>;
  /** Null for pages from before it was stored, as is the part. */
  title: string | null;
  /** Position of the part that contains the page. */
  part: number | null;
}

interface PageNamesTable {
  project_id: number;
  row_key: string;
  slug: string;
  /** Counts once this run has completed. */
  first_run: number;
}

interface RunSkippedTownsTable {
  run_id: number;
  sheet_row: number;
  label: string;
  latitude: number;
  longitude: number;
}

interface ScansTable {
  id: Id;
  workspace_id: number;
  project_id: number;
  created_by: number | null;
  state: 'queued' | 'running' | 'completed' | 'failed' | 'canceled';
  pages_total: number;
  pages_done: Generated<number>;
  findings: ColumnType<Partial<Record<Finding, number>>, never, never>;
  changes: ColumnType<Partial<Record<Change, number>> | null, never, never>;
  is_cancel_wanted: Generated<boolean>;
  message: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

interface ScanPagesTable {
  scan_id: number;
  position: number;
  sheet_row: number;
  label: string;
  address: string;
  finding: Finding | null;
  status: number | null;
  problem: string | null;
  redirects_to: string | null;
  title: string | null;
  canonical: string | null;
  is_noindex: Generated<boolean>;
  words: number | null;
  change: Change | null;
}

export interface SearchSchema {
  integrations: IntegrationsTable;
  consents: ConsentsTable;
  search_properties: SearchPropertiesTable;
  search_sources: SearchSourcesTable;
  search_days: SearchDaysTable;
  search_names: SearchNamesTable;
  search_figures: SearchFiguresTable;
  search_months: SearchMonthsTable;
  page_reports: PageReportsTable;
  run_pages: RunPagesTable;
  page_names: PageNamesTable;
  run_skipped_towns: RunSkippedTownsTable;
  scans: ScansTable;
  scan_pages: ScanPagesTable;
}
