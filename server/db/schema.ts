/** The tables as Kysely sees them; `migrations/` is what makes them. */
import type { ColumnType, Generated } from 'kysely';
import type { OfferLimits, Plan, PlanLimits, Subscription } from '#contract/billing-shapes.ts';
import type { DraftFields } from '#contract/draft-shapes.ts';
import type { RunState } from '#contract/run-shapes.ts';
import type { GoogleSchema } from './google-schema.ts';
import type { SearchSchema } from './search-schema.ts';

/** Never given by us: the database counts. */
type Id = ColumnType<number, never, never>;
/** Written as JSON text, read as the value. */
type Json<Value> = ColumnType<Value, string, string>;

interface SettingsTable {
  name: string;
  value: Json<unknown>;
  changed_at: Generated<Date>;
}

interface SiteStylesTable {
  project_id: number;
  /** Origin of the site. */
  site: string;
  /** Null if the site gave none. */
  styles: ColumnType<unknown, string | null, string | null>;
  fetched_at: Date;
}

interface UsersTable {
  id: Id;
  email: string;
  email_key: string;
  first_name: string;
  last_name: string;
  role: 'user' | 'admin' | 'superadmin';
  /** Null for an account that signs in with Google only. */
  password_hash: string | null;
  avatar_key: string | null;
  is_disabled: Generated<boolean>;
  email_verified_at: Date | null;
  created_at: Date;
}

interface WorkspacesTable {
  id: Id;
  kind: 'person' | 'agency';
  name: string;
  status: Generated<'active' | 'not_active' | 'deleted'>;
  /** Of a personal one. */
  person_id: number | null;
  /** Of an agency. */
  main_admin_id: number | null;
  website: Generated<string>;
  brand_color: Generated<string>;
  revision: Generated<number>;
  updated_by: number | null;
  created_at: Date;
  updated_at: Date;
  /** When its status became `deleted`. */
  deleted_at: Date | null;
  inactive_since: Date | null;
}

interface MembersTable {
  workspace_id: number;
  user_id: number;
  joined_at: Generated<Date>;
}

interface MailedLinksTable {
  /** The link is made of it and of the secret key. */
  nonce: string;
  kind: 'reset' | 'verify';
  user_id: number;
  email_key: string;
  token_hash: string;
  expires_at: Date;
}

interface EmailChangesTable {
  id: Id;
  user_id: number;
  old_email: string;
  old_email_key: string;
  new_email: string;
  /** Null while the change is pending. */
  confirmed_at: Date | null;
  /** The link that confirms or undoes the change is derived from it and the secret key. */
  nonce: string;
  token_hash: string;
  expires_at: Date;
}

interface InvitationsTable {
  id: Id;
  workspace_id: number;
  email: string;
  email_key: string;
  state: Generated<'pending' | 'accepted' | 'revoked'>;
  nonce: string;
  token_hash: string;
  invited_by: number | null;
  created_at: Date;
  expires_at: Date;
}

interface SessionsTable {
  id: Id;
  user_id: number;
  token_hash: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  ip: string;
  agent: string;
  /** Of the superadmin who is signed in as this person. */
  parent_id: number | null;
  reason: string | null;
}

interface UserTwoFactorTable {
  user_id: number;
  /** Sealed. Null until a code of the app is confirmed. */
  secret: string | null;
  on_since: Date | null;
  /** Time step of the last accepted code. */
  last_step: Generated<number>;
  /** Sealed secret of an app that is being set up. */
  pending_secret: string | null;
  pending_until: Date | null;
}

interface RecoveryCodesTable {
  user_id: number;
  code_hash: string;
}

interface SignInChallengesTable {
  token_hash: string;
  user_id: number;
  tries: Generated<number>;
  expires_at: Date;
}

interface RateLimitsTable {
  key: string;
  points: Generated<number>;
  /** Milliseconds since 1970. */
  expire: number | null;
}

interface NotificationsTable {
  id: Id;
  user_id: number;
  notification: string;
  link: string | null;
  event_key: string | null;
  read_at: Date | null;
  created_at: Date;
}

interface AuditLogTable {
  id: Id;
  at: Date;
  actor_id: number | null;
  /** Who was signed in as the actor. */
  impersonator_id: number | null;
  verb: string;
  object_kind: string;
  object_id: number;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  /** Names at the time, by `kind:id`. */
  names: ColumnType<Readonly<Record<string, string>>, string, never>;
}

interface UploadsTable {
  id: string;
  workspace_id: number;
  created_by: number | null;
  kind: 'seed' | 'sheet' | 'image';
  name: string;
  size: number;
  sha256: string;
  storage_key: string;
  created_at: Date;
}

interface ImagesTable {
  id: string;
  workspace_id: number;
  created_by: number | null;
  /** Until the form is saved. */
  draft_id: string | null;
  project_id: number | null;
  upload_id: string;
  chosen_at: Date;
  /** Counted by the database. */
  position: ColumnType<number, never, never>;
  name: string;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  created_at: Date;
}

interface DraftsTable {
  id: string;
  user_id: number;
  type: string;
  /** Of the edit form of a project; none for that of a new one. */
  project_id: number | null;
  fields: Json<DraftFields>;
  seed_id: string | null;
  /** Changes made to the seed on request, in words. */
  seed_changes: Json<string[]>;
  /** As it was uploaded, whatever its kind of file. */
  sheet_id: string | null;
  is_pasted: Generated<boolean>;
  /** Name of the sheet that is read from an Excel file. */
  sheet_choice: string | null;
  hidden_rows: Generated<'include' | 'skip'>;
  encoding: string | null;
  /** Note about rows that a fix skipped. */
  sheet_note: string | null;
  /** The rows of the link as they were fetched. */
  linked_id: string | null;
  linked_from: string | null;
  linked_at: Date | null;
  linked_notice: string | null;
  /** Of the project as it was when its edit form was loaded. */
  revision: number | null;
  is_open: boolean;
  /** True once something was entered. */
  is_changed: Generated<boolean>;
  closed_at: Date | null;
  updated_at: Date;
}

interface DomainsTable {
  id: Id;
  workspace_id: number;
  created_by: number | null;
  /** Who saved it last. */
  updated_by: number | null;
  /** Lower case, ASCII. */
  name: string;
  project_type: 'WordPress' | 'Hubspot' | 'Drupal' | 'Images';
  status: '1' | '0';
  /** Choices of the project that was saved last. */
  columns: Generated<string>;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface ProjectsTable {
  id: Id;
  workspace_id: number;
  created_by: number | null;
  key: string;
  title: string;
  type: string;
  notes: string;
  google_spread_sheet: string;
  footer_links: string;
  keep: string;
  seed_page: Generated<string>;
  /** Columns chosen for placeholders; see `contract/column-choices.ts`. */
  columns: Generated<string>;
  site_base_url: string;
  /** Templates of a Geocoder; empty for the usual ones. */
  file_name: Generated<string>;
  caption: Generated<string>;
  /** Of all but a Geocoder. */
  seed_id: string | null;
  sheet_id: string | null;
  domain_id: number | null;
  site: Generated<string>;
  revision: Generated<number>;
  current_run_id: number | null;
  last_run_id: number | null;
  pages: number | null;
  /** Of the parts of all its runs. */
  output_bytes: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface RunsTable {
  id: Id;
  project_id: number;
  started_by: number | null;
  kind: 'save' | 'test';
  state: RunState;
  title: string;
  footer_links: string;
  keep: string;
  seed_page: Generated<string>;
  /** Columns chosen for placeholders; see `contract/column-choices.ts`. */
  columns: Generated<string>;
  site_base_url: string;
  file_name: Generated<string>;
  caption: Generated<string>;
  seed_id: string | null;
  /** Null once the run is pruned. */
  sheet_id: string | null;
  /** That the rows came from; null for rows that were pasted or dropped. */
  sheet_link: string | null;
  /** What a full run of the same would make. */
  pages_planned: number | null;
  split: 0 | 2 | null;
  pages_total: Generated<number>;
  pages_done: Generated<number>;
  parts_total: Generated<number>;
  parts_done: Generated<number>;
  skipped: Generated<number>;
  bytes: Generated<number>;
  output_bytes: number | null;
  table_bytes: Generated<number>;
  split_parts: number | null;
  message: string | null;
  report: ColumnType<unknown, string | null, string | null>;
  now_writing: string | null;
  is_cancel_wanted: Generated<boolean>;
  /** When a part or the zip was first sent. */
  downloaded_at: Date | null;
  /** Retention keeps a pinned run. */
  pinned_at: Generated<Date | null>;
  /** When retention removed its files. */
  pruned_at: Generated<Date | null>;
  /** Whether rows of its pages and towns may remain. */
  has_rows: Generated<boolean>;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

interface RunPartsTable {
  run_id: number;
  position: number;
  name: string;
  size: number;
  pages: number;
  sha256: string;
  storage_key: string;
}

interface RunImagesTable {
  run_id: number;
  position: number;
  upload_id: string;
  name: string;
  type: Generated<string>;
}

interface RunTownsTable {
  run_id: number;
  position: number;
  label: string;
  town: Json<unknown>;
}

interface TutorialsTable {
  id: Id;
  created_by: number | null;
  /** Who saved it last. */
  updated_by: number | null;
  title: string;
  description: string;
  link: string;
  level: 'easy' | 'medium' | 'hard';
  preview_name: string | null;
  /** Sort key of the list, in ascending order. */
  position: Generated<number>;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface ProductsTable extends Required<PlanLimits> {
  id: Id;
  stripe_product: string;
  name: string;
  description: string;
  is_active: boolean;
  is_private: boolean;
  prices: Json<(Plan['prices'][number] & { stripe_price: string })[]>;
  created_at: Date;
}

interface CatalogReadingsTable {
  id: Id;
  readings: number;
  kept_reading: number;
}

interface CustomersTable {
  id: Id;
  workspace_id: number;
  /** Null once the account is deleted. */
  payer_id: number | null;
  /** Agency whose main admin answered that this personal plan does not move there. */
  kept_from_id: Generated<number | null>;
  idempotency_key: string;
  email: string;
  stripe_customer: string | null;
  readings: Generated<number>;
  kept_reading: Generated<number>;
}

interface SubscriptionsTable {
  id: Id;
  stripe_subscription: string;
  customer_id: number;
  /** As its customer has it: the database keeps them equal. */
  workspace_id: number;
  stripe_product: string;
  stripe_price: string;
  status: Subscription['status'];
  interval: Subscription['interval'];
  amount: number;
  currency: string;
  is_ending: boolean;
  current_period_end: Date;
  past_due_since: Date | null;
  created_at: Date;
}

interface StripeAccountsTable {
  id: Generated<number>;
  account: string | null;
  is_live: boolean;
}

interface WebhookEventsTable {
  stripe_event: string;
  type: string;
  received_at: Date;
}

interface PayersTable {
  user_id: number;
  is_exempt: Generated<boolean>;
  has_offer: Generated<boolean>;
  offer: ColumnType<OfferLimits | null, string | null, string | null>;
}

interface KeptRunsTable {
  workspace_id: number;
  keep_runs: number;
  ends_at: Date;
}

interface PageUsesTable {
  run_number: number;
  workspace_id: number;
  pages: number;
  used_at: Date;
}

export interface Schema extends SearchSchema, GoogleSchema {
  settings: SettingsTable;
  users: UsersTable;
  workspaces: WorkspacesTable;
  members: MembersTable;
  mailed_links: MailedLinksTable;
  email_changes: EmailChangesTable;
  invitations: InvitationsTable;
  sessions: SessionsTable;
  user_two_factor: UserTwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  rate_limits: RateLimitsTable;
  notifications: NotificationsTable;
  audit_log: AuditLogTable;
  uploads: UploadsTable;
  images: ImagesTable;
  drafts: DraftsTable;
  domains: DomainsTable;
  projects: ProjectsTable;
  runs: RunsTable;
  run_parts: RunPartsTable;
  site_styles: SiteStylesTable;
  run_images: RunImagesTable;
  run_towns: RunTownsTable;
  tutorials: TutorialsTable;
  products: ProductsTable;
  catalog_readings: CatalogReadingsTable;
  customers: CustomersTable;
  subscriptions: SubscriptionsTable;
  stripe_accounts: StripeAccountsTable;
  webhook_events: WebhookEventsTable;
  payers: PayersTable;
  page_uses: PageUsesTable;
  kept_runs: KeptRunsTable;
}
