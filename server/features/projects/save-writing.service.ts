/**
 * What a save or a test leaves in the database: the project, its run and the run's job, in one transaction
 * and in one order of locks: the person, the project, then its runs.
 */
import type { z } from 'zod';
import type { Role } from '#contract/account.contract.ts';
import { joinColumnChoices, readColumnChoices, writeColumnChoices } from '#contract/column-choices.ts';
import type { projectFields } from '#contract/project-shapes.ts';
import type { Live } from '#server/db/live.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { FetchedSheet } from '#server/gateways/sheets.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError, refuseStale } from '../../app-error.ts';
import type { Actor } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import type { DomainsService } from '../domains/domains.service.ts';
import type { UploadRow } from '../files/uploads.service.ts';
import type { ImageRow, ImagesService } from '../images/images.service.ts';
import { type OutputQuota, takeOutput } from '../runs/output-quota.service.ts';
import { type NewRun, startRun, takePlace } from '../runs/run-start.service.ts';
import type { RunFigures } from '../runs/runs.service.ts';
import { deleteDraft, type DraftRow, lockDraft, updateDraft } from './drafts.store.ts';
import {
  findLastSave,
  insertProject,
  lockInWorkspace,
  type ProjectRow,
  updateProject,
} from './projects.store.ts';

/** As the database begins it. */
const FIRST_REVISION = 1;

/** The type is that of the project or the draft, if there is one. */
export type ProjectFields = Omit<z.output<typeof projectFields>, 'type'> & { type: string };

/** A form that was read, found good and planned. */
export interface Material {
  kind: 'save' | 'test';
  fields: ProjectFields;
  /** Of the update call. */
  isEdit: boolean;
  /** Runs of the person are counted. */
  isPaced: boolean;
  /** Of the person who saves; the product itself has none. */
  role: Role | undefined;
  /** The draft that its files come from; undefined if the call brought all of them. */
  draft: DraftRow | undefined;
  /** Where the project and what it is made of belong. */
  workspaceId: number;
  project: ProjectRow | undefined;
  /** Perhaps sent before: its project is there already, or is newer than the form knows. */
  mayBeRepeated: boolean;
  key: string;
  /** Names of brackets that stay as they are, comma-joined. */
  keep: string;
  /** Title, id or slug of the seed page; empty if the export decides. */
  seedPage: string;
  /** Empty for none, and for types whose files name a site. */
  siteBaseUrl: string;
  /** Columns chosen for placeholders, as stored. */
  columns: string;
  domainId: number | null;
  /** None of a Geocoder, which has images. */
  seed: UploadRow | undefined;
  images: ImageRow[];
  /** Of a Geocoder's copies. */
  templates: { fileName: string; caption: string };
  sheet: Pick<FetchedSheet, 'bytes' | 'name'>;
  isPasted: boolean;
  plan: RunFigures;
}

export const NO_DRAFT =
  'This draft is no longer on the server: it was saved, discarded or closed more than a day ago. Open the form again.';

export interface WritingNeeds {
  queue: Pick<Queue, 'send'>;
  images: Pick<ImagesService, 'replace' | 'keepForRun'>;
  domains: Pick<DomainsService, 'remember'>;
  live: Live;
  audit: AuditLog;
  plans: Pick<PlanLimitsService, 'takeOne' | 'takePages'>;
  outputQuota: OutputQuota;
  clock: () => Date;
}

type AuditedProject = Pick<
  ProjectRow,
  | 'title'
  | 'type'
  | 'notes'
  | 'google_spread_sheet'
  | 'footer_links'
  | 'keep'
  | 'seed_page'
  | 'columns'
  | 'site_base_url'
  | 'file_name'
  | 'caption'
  | 'seed_id'
  | 'sheet_id'
  | 'domain_id'
>;

/** What the audit log keeps of a project. */
export function describeForAudit(project: AuditedProject): AuditedProject {
  const { title, type, notes, google_spread_sheet, footer_links, keep, seed_page, site_base_url } = project;
  const { columns, file_name, caption, seed_id, sheet_id, domain_id } = project;
  const texts = { title, type, notes, google_spread_sheet, footer_links, keep, seed_page, site_base_url };
  return { ...texts, columns, file_name, caption, seed_id, sheet_id, domain_id };
}

export interface Writing {
  material: Material;
  sheet: UploadRow;
  /** The run waits for the answer whether to split. */
  isAsked: boolean;
  actor: Actor;
}

export async function writeSave(trx: Trx, needs: WritingNeeds, writing: Writing) {
  const { material, isAsked, actor } = writing;
  const { userId } = actor;
  const { kind } = material;
  const now = needs.clock();
  if (kind === 'save' && !isAsked && material.isPaced) await takePlace(trx, userId);
  const { workspaceId, project, plan } = material;
  await takeOutput(trx, needs.outputQuota, {
    workspaceId,
    projectId: project?.id,
    bytes: plan.singleFileBytes + plan.tableBytes,
  });
  if (project === undefined) await needs.plans.takeOne(trx, material, 'projects');
  const { projectId, revision } = await writeProject(trx, needs.audit, { ...writing, now });
  const runId = await startRun(trx, needs.queue, describeRun(writing, { projectId, now }));
  // The first run of a project has no images yet that these would replace.
  if (project !== undefined || material.images.length > 0)
    await needs.images.keepForRun(trx, runId, material.images);
  // Images are no pages.
  if (material.seed && kind === 'save' && !isAsked)
    await needs.plans.takePages(trx, material, { id: runId, pages: plan.pages });
  const { draft } = material;
  // A test of a project stores nothing: entries stay in its draft.
  if (kind === 'save' || project === undefined) {
    if (draft !== undefined && !(await lockDraft(trx, draft.id)))
      throw new AppError('not_found', { message: NO_DRAFT });
    const isDraftKept = kind === 'test' || isAsked;
    const { images } = material;
    await needs.images.replace(trx, projectId, { draftId: draft?.id, isDraftKept, images });
    await rememberColumns(trx, needs, material);
  }
  // It may continue after the question about splitting.
  if (draft !== undefined && isAsked)
    await updateDraft(trx, draft, { is_changed: true, ...(draft.project_id !== null && { revision }) });
  if (draft !== undefined && kind === 'save' && !isAsked) await deleteDraft(trx, draft.id);
  await needs.live.publish(trx, `project:${projectId}`, `user:${userId}`);
  return { projectId, runId, revision };
}

/**
 * The next project of the domain begins with these choices. A new project began with the stored ones, and an edit
 * changes only its own: choices that were reset are removed.
 */
async function rememberColumns(
  trx: Trx,
  { domains }: WritingNeeds,
  { domainId, project, columns }: Material,
): Promise<void> {
  if (domainId === null || columns === project?.columns) return;
  await domains.remember(trx, domainId, (known) => {
    if (project === undefined) return columns;
    const chosen = readColumnChoices(columns);
    const taken = Object.keys(readColumnChoices(project.columns)).filter(
      (name) => !Object.hasOwn(chosen, name),
    );
    const kept = Object.entries(readColumnChoices(known)).filter(([name]) => !taken.includes(name));
    return writeColumnChoices(joinColumnChoices(Object.fromEntries(kept), chosen));
  });
}

/** A test leaves a saved project as it is; of a page that was never saved it makes the project. */
async function writeProject(trx: Trx, audit: AuditLog, writing: Writing & { now: Date }) {
  const { material, sheet, actor, now } = writing;
  const { kind, fields, isEdit, project, workspaceId, key, seed, isPasted } = material;
  if (project !== undefined && !(await lockInWorkspace(trx, project)))
    throw await refuseOverwriting(trx, project);
  if (project !== undefined && kind === 'test') return { projectId: project.id, revision: project.revision };
  const content = {
    notes: fields.notes,
    google_spread_sheet: fields.google_spread_sheet,
    footer_links: fields.footer_links,
    keep: material.keep,
    seed_page: material.seedPage,
    columns: material.columns,
    site_base_url: material.siteBaseUrl,
    file_name: material.templates.fileName,
    caption: material.templates.caption,
    seed_id: seed?.id ?? null,
    sheet_id: isPasted ? sheet.id : null,
    domain_id: material.domainId,
    updated_at: now,
  };
  if (project === undefined) {
    const of = { workspace_id: workspaceId, created_by: actor.userId };
    const made = { ...of, ...content, key, title: fields.title, type: fields.type, created_at: now };
    const projectId = await insertProject(trx, made);
    const object = { kind: 'project', id: projectId } as const;
    await audit.record(trx, actor, { verb: 'create', object, after: describeForAudit(made) });
    return { projectId, revision: FIRST_REVISION };
  }
  // The title is read-only on the edit form; the form of a new one may change it after the split question.
  const change = isEdit ? content : { ...content, title: fields.title };
  if (!(await updateProject(trx, project, change))) throw await refuseOverwriting(trx, project);
  await audit.record(trx, actor, {
    verb: 'update',
    object: { kind: 'project', id: project.id },
    before: describeForAudit(project),
    after: describeForAudit({ ...project, ...change }),
  });
  return { projectId: project.id, revision: project.revision + 1 };
}

/** Says who saved what a save would overwrite. */
export async function refuseOverwriting(db: Db, { id }: Pick<ProjectRow, 'id'>): Promise<AppError> {
  const newer = await findLastSave(db, id);
  return newer === undefined ? new AppError('not_found') : refuseStale(newer);
}

function describeRun(
  { material, sheet, isAsked, actor }: Writing,
  of: { projectId: number; now: Date },
): NewRun {
  const { kind, fields, isEdit, keep, seedPage, columns, siteBaseUrl, project, seed, templates } = material;
  const { isPasted, plan } = material;
  return {
    ...of,
    userId: actor.userId,
    kind,
    // Read-only on the edit form: the files are named as the project is.
    title: isEdit ? (project?.title ?? fields.title) : fields.title,
    madeOf: {
      footer_links: fields.footer_links,
      keep,
      seed_page: seedPage,
      columns,
      site_base_url: siteBaseUrl,
      seed_id: seed?.id ?? null,
      sheet_id: sheet.id,
      file_name: templates.fileName,
      caption: templates.caption,
    },
    sheetLink: isPasted ? null : fields.google_spread_sheet,
    plan,
    split: fields.split_xml_file,
    isAsked,
    isProjectNew: project === undefined,
  };
}
