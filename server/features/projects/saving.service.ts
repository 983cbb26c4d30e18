/**
 * Save and test: everything is read and planned before anything is stored, so a refusal leaves all as
 * it was. What is written then is in `save-writing.service.ts`.
 */
import { hash } from 'node:crypto';
import type { ReplyInput, UploadedFile } from '#contract/endpoint.ts';
import { isEmptyField } from '#contract/fields.ts';
import { readColumnChoices, markRemembered, writeColumnChoices } from '#contract/column-choices.ts';
import { splitNames } from '#contract/preserved-names.ts';
import { PASTED_NAME, type SaveReply } from '#contract/project-shapes.ts';
import { getFileExtension, hasSiteBaseUrl, isGeocoder } from '#contract/project-types.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { projectsContract } from '#contract/projects.contract.ts';
import type { Live } from '#server/db/live.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable } from '#server/db/scope.ts';
import type { Files } from '#server/gateways/files.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Actor, Caller, Scope } from '../../caller.ts';
import type { LimitsService } from '../account/limits.service.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import type { DomainsService } from '../domains/domains.service.ts';
import { checkSpace } from '../files/free-space.service.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { UploadRow, UploadsService } from '../files/uploads.service.ts';
import type { ImagesService } from '../images/images.service.ts';
import { gatherImages, planImages, requireImages, toImagesForm } from './image-saving.service.ts';
import { checkOutput, type OutputQuota } from '../runs/output-quota.service.ts';
import { checkQueue } from '../runs/run-start.service.ts';
import type { RunFigures, RunsService } from '../runs/runs.service.ts';
import { checkSeedType } from './draft-files.service.ts';
import type { DraftReadingService } from './draft-reading.service.ts';
import type { DraftsService } from './drafts.service.ts';
import type { DraftRow } from './drafts.store.ts';
import { findProject, findProjectByKey, type ProjectRow } from './projects.store.ts';
import { askToSplit, compareWithFirst } from './repeated-save.service.ts';
import {
  type Material,
  NO_DRAFT,
  type ProjectFields,
  refuseOverwriting,
  writeSave,
} from './save-writing.service.ts';
import type { FetchSheet } from './sheet-fetch.service.ts';

/** Above this the person is asked whether to split (specification, point 9). */
const SPLIT_QUESTION_BYTES = 10_000_000;
const FOREIGN_KEY_VIOLATION = '23503';
export interface SavingNeeds {
  db: Db;
  files: Pick<Files, 'read' | 'freeBytes'>;
  pool: EnginePool;
  queue: Queue;
  fetchSheet: FetchSheet;
  live: Live;
  uploads: UploadsService;
  images: Pick<
    ImagesService,
    'list' | 'bringAlong' | 'replace' | 'keepForRun' | 'isOfRun' | 'describeForPages'
  >;
  drafts: Pick<DraftsService, 'find'>;
  draftReading: Pick<DraftReadingService, 'readRows'>;
  runs: Pick<RunsService, 'find' | 'findPlan'>;
  limits: Pick<LimitsService, 'countRun' | 'readRuns' | 'uncountRun'>;
  domains: Pick<DomainsService, 'find' | 'get' | 'remember'>;
  audit: AuditLog;
  plans: Pick<PlanLimitsService, 'check' | 'findPace' | 'takeOne' | 'takePages'>;
  outputQuota: OutputQuota;
  clock: () => Date;
  newId: () => string;
}

export interface SavingService {
  save(input: SaveInput, caller: Saver): Promise<SaveReply>;
  test(input: SaveInput, caller: Saver): Promise<SaveReply>;
  /** Shows how many saves the caller has left this hour, for this project or a new one. */
  showPace(projectId: number | undefined, caller: Caller): Promise<ShownPace>;
}

type ShownPace = ReplyInput<(typeof projectsContract)['savePace']>;

/** The caller, or the product itself on behalf of somebody. */
export type Saver = Pick<Caller, 'actor' | 'scope' | 'signal'> & Partial<Pick<Caller, 'role'>>;

export interface SaveInput {
  fields: ProjectFields;
  file?: UploadedFile | undefined;
  /** All of the field `script`, where it came in a form: `fields` has only its beginning then. */
  pasted?: Uint8Array<ArrayBuffer> | undefined;
  /** Of the update call; save-xml and save-test name it among the fields. */
  projectId?: number | undefined;
}

export function createSaving(needs: SavingNeeds): SavingService {
  const begin = async (kind: Material['kind'], input: SaveInput, caller: Saver) => {
    // Once more when all is written: reading and planning take a while.
    if (kind === 'save' && isPaced(caller)) await checkQueue(needs.db, caller.actor.userId);
    const material = await gather(needs, { kind, input, caller });
    return record(needs, material, caller);
  };
  return {
    save: (input, caller) => begin('save', input, caller),
    test: (input, caller) => begin('test', input, caller),
    showPace: (projectId, caller) => showPace(needs, projectId, caller),
  };
}

async function showPace(
  { db, plans, limits }: SavingNeeds,
  projectId: number | undefined,
  caller: Caller,
): Promise<ShownPace> {
  const { actor, role, scope } = caller;
  const project = projectId === undefined ? undefined : getFound(await findProject(db, projectId, scope));
  const pace = await plans.findPace(db, { workspaceId: project?.workspace_id ?? scope.homeId, role });
  if (!isPaced(caller)) return { plan: pace.plan, limit: -1, left: 0, resets_at: null };
  const { left, endsAt } = await limits.readRuns(actor.userId, pace);
  return { plan: pace.plan, limit: pace.limit, left, resets_at: endsAt };
}

/** Runs take machine time from everybody; those of its superadmin are not counted. */
const isPaced = ({ role }: Saver): boolean => role !== undefined && role !== 'superadmin';

/** A seed page that was sent as text. */
function readSeedText({ uploadedSeedPage: text }: ProjectFields, type: string): UploadedFile | undefined {
  if (text == null || isEmptyField(text.trim())) return undefined;
  return { name: `seed.${getFileExtension(type)}`, type: '', bytes: new TextEncoder().encode(text) };
}

interface Request {
  kind: Material['kind'];
  input: SaveInput;
  caller: Saver;
}

async function gather(needs: SavingNeeds, { kind, input, caller }: Request): Promise<Material> {
  const { project, mayBeRepeated } = await findTarget(needs, input, caller.scope);
  if (project !== undefined) checkWritable(caller.scope, project);
  const draft = await findDraft(needs, { kind, input, project, mayBeRepeated }, caller);
  const type = project?.type ?? draft?.type ?? input.fields.type;
  const hasImages = isGeocoder(type);
  const file = input.file ?? readSeedText(input.fields, type);
  const fields = { ...(hasImages ? toImagesForm(input.fields) : input.fields), type };
  const workspaceId = project?.workspace_id ?? caller.scope.homeId;
  const domainId = await chooseDomain(needs, { fields, project, workspaceId }, caller.scope);
  const head = { kind, isEdit: input.projectId !== undefined, isPaced: isPaced(caller), role: caller.role };
  const known = { ...head, fields, draft, workspaceId, project, mayBeRepeated, domainId };
  const images = await gatherImages(needs.images, known, caller);
  if (hasImages) requireImages(images);
  const found = hasImages ? undefined : await gatherSeed(needs, { ...known, file }, caller);
  const { sheet, isPasted } = await gatherRows(needs, { ...known, pasted: input.pasted }, caller);
  const texts = {
    key: project?.key ?? (fields.draft_id || fields.key) ?? needs.newId(),
    keep: fields.keep ?? project?.keep ?? '',
    seedPage: fields.seed_page ?? project?.seed_page ?? '',
    columns: await chooseColumns(needs, { fields, project, domainId }, caller.scope),
    siteBaseUrl: chooseSite(fields, project),
  };
  const templates = {
    fileName: fields.file_name ?? project?.file_name ?? '',
    caption: fields.caption ?? project?.caption ?? '',
  };
  const given = { ...known, ...texts, sheet, isPasted, images, templates };
  if (found === undefined) {
    const plan = await planImages(needs.pool, given, caller);
    return { ...given, seed: undefined, plan };
  }
  const { seed } = found;
  const plan = await planSeed(needs, { ...given, ...found }, caller);
  const bytes = plan.singleFileBytes + plan.tableBytes;
  await checkOutput(needs.db, needs.outputQuota, { workspaceId, projectId: project?.id, bytes });
  if (kind === 'save') await checkSpace(needs.files, bytes);
  return { ...given, seed, plan };
}

/**
 * The draft that a call names, or the newest open one of its form. A missing draft may have been saved by an earlier
 * attempt of this call: the project then has everything that the draft had.
 */
async function findDraft(
  { drafts }: SavingNeeds,
  { kind, input, ...target }: Target & Pick<Request, 'kind' | 'input'>,
  caller: Saver,
): Promise<DraftRow | undefined> {
  const { project, mayBeRepeated } = target;
  const { type, draft_id: id } = input.fields;
  if (id === '') return undefined;
  if (id === undefined)
    return drafts.find({ type: project?.type ?? type, project_id: findEdited(kind, input) }, caller);
  const draft = await drafts.find({ type, draft_id: id }, caller);
  const isOfForm = draft?.project_id === null || draft?.project_id === project?.id;
  if (draft !== undefined && isOfForm) return draft;
  if (draft === undefined && mayBeRepeated) return undefined;
  throw new AppError('not_found', { message: NO_DRAFT });
}

interface RowPlaces extends Pick<Material, 'fields' | 'draft' | 'project'> {
  pasted: Uint8Array<ArrayBuffer> | undefined;
}

/** In this order: the rows of this request, those of the draft, those fetched from the link. */
async function gatherRows(needs: SavingNeeds, places: RowPlaces, caller: Saver) {
  const { fields, draft, project, pasted } = places;
  if (fields.script.trim() !== '') {
    const bytes = pasted ?? new TextEncoder().encode(fields.script);
    return { sheet: { bytes, name: fields.script_name ?? PASTED_NAME }, isPasted: true };
  }
  if (fields.draft_id) {
    const sheet = draft
      ? await needs.draftReading.readRows(draft, caller)
      : await readSavedRows(needs, project);
    if (sheet !== undefined) return { sheet, isPasted: true };
  }
  const { google_spread_sheet: link } = fields;
  if (link === '') {
    throw new AppError('invalid', { fields: { google_spread_sheet: [PROJECT_TEXTS.dataRequired] } });
  }
  return { sheet: await needs.fetchSheet(link, caller), isPasted: false };
}

/** Reads the sheet of a project that an earlier attempt of the same save has stored. */
async function readSavedRows({ files }: SavingNeeds, project: ProjectRow | undefined) {
  const {
    sheet_storage_key: key = null,
    sheet_sha256: sha256 = null,
    sheet_name: name = null,
  } = project ?? {};
  if (key === null || sha256 === null || name === null) return undefined;
  return { bytes: await readUpload(files, { storage_key: key, sha256 }), name };
}

/** A new project of a domain begins with the choices that were made for it before. */
async function chooseColumns(
  { domains }: SavingNeeds,
  { fields, project, domainId }: Pick<Material, 'fields' | 'project' | 'domainId'>,
  scope: Scope,
): Promise<string> {
  if (fields.columns !== undefined) return writeColumnChoices(fields.columns);
  if (project !== undefined) return project.columns;
  const domain = domainId === null ? undefined : await domains.find(domainId, scope);
  return writeColumnChoices(markRemembered(readColumnChoices(domain?.columns ?? '')));
}

interface FoundSeed {
  seed: UploadRow;
  read: () => Promise<Uint8Array>;
}

async function gatherSeed(
  needs: SavingNeeds,
  seeds: SeedPlaces,
  { actor, scope }: Saver,
): Promise<FoundSeed> {
  const { file, workspaceId } = seeds;
  const place = { workspaceId, createdBy: actor.userId };
  const found = await findSeed(needs, seeds, { ...place, scope });
  const read = async () => file?.bytes ?? (await readSeed(needs, found));
  if (found.workspace_id === workspaceId) return { seed: found, read };
  // Uploaded before its author joined an agency: what a project is made of belongs where the project does.
  const copy = { ...place, kind: 'seed' as const, name: found.name, bytes: (await read()).slice() };
  return { seed: await needs.uploads.store(copy), read };
}

type Given = Omit<Material, 'seed' | 'plan'> & FoundSeed;

/** What comes of the seed page. */
async function planSeed(needs: SavingNeeds, given: Given, caller: Saver): Promise<RunFigures> {
  const { kind, fields, project, key, keep, seedPage, columns, siteBaseUrl, sheet, seed, read } = given;
  const planned =
    kind === 'save' && project
      ? await findPlan(needs, { project, seed, keep, seedPage, columns, siteBaseUrl, fields, sheet })
      : undefined;
  if (planned) return planned;
  const question = {
    person: caller.actor.userId,
    type: project?.type ?? fields.type,
    seed: { bytes: await read(), file: seed.name },
    sheet: { bytes: sheet.bytes, file: sheet.name },
    key,
    footer: fields.footer_links,
    keep: splitNames(keep),
    columns: readColumnChoices(columns),
    images: needs.images.describeForPages(given.images),
    ...(siteBaseUrl === '' ? {} : { site: siteBaseUrl }),
    ...(seedPage === '' ? {} : { page: seedPage }),
    isTest: kind === 'test',
  };
  return makePlan(needs, question, caller);
}

/** Only projects whose files name no site have one. */
function chooseSite(fields: ProjectFields, project: ProjectRow | undefined): string {
  if (!hasSiteBaseUrl(project?.type ?? fields.type)) return '';
  return fields.site_base_url ?? project?.site_base_url ?? '';
}

interface PlannedSave
  extends Pick<Material, 'keep' | 'seedPage' | 'columns' | 'siteBaseUrl' | 'fields' | 'sheet'> {
  project: ProjectRow;
  seed: UploadRow;
}

/** The answer to the split question comes with what the question was planned from. */
async function findPlan({ runs }: SavingNeeds, { project, seed, fields, sheet, ...texts }: PlannedSave) {
  if (fields.split_xml_file === undefined) return undefined;
  const sheetSha256 = hash('sha256', sheet.bytes);
  const { footer_links: footerLinks } = fields;
  return runs.findPlan({ projectId: project.id, footerLinks, ...texts, seedId: seed.id, sheetSha256 });
}

async function makePlan(
  { pool }: SavingNeeds,
  question: Parameters<EnginePool['plan']>[0],
  { signal }: Saver,
) {
  const plan = await pool.plan(question, signal);
  if (!plan.isRefused) return plan;
  throw new AppError('invalid', {
    message: 'The pages cannot be made yet. Fix the problems below.',
    problems: plan.problems,
  });
}

/** Of the workspace of the project, and active; a project keeps the one that it has. */
async function chooseDomain(
  { domains }: SavingNeeds,
  { fields, project, workspaceId }: Pick<Material, 'fields' | 'project' | 'workspaceId'>,
  scope: Scope,
): Promise<number | null> {
  const { domain_id: chosen = project?.domain_id ?? null } = fields;
  if (chosen === null || chosen === project?.domain_id) return chosen;
  const { status, workspace_id: itsWorkspaceId } = await domains.get(chosen, scope);
  const isElsewhere = itsWorkspaceId !== workspaceId;
  if (!isElsewhere && status === '1') return chosen;
  const fault = isElsewhere ? 'Choose a domain of the same workspace' : 'This domain is inactive';
  throw new AppError('invalid', { fields: { domain_id: [fault] } });
}

/** One that the store has lost is asked for again; one that came along was stored a moment ago. */
async function readSeed({ files }: SavingNeeds, upload: UploadRow): Promise<Uint8Array> {
  return readUpload(files, upload).catch((error: unknown) => {
    if (!isStoreFault(error) || error.kind !== 'absent') throw error;
    const message = `The seed page “${upload.name}” is no longer in the file store. Choose it again under Edit.`;
    throw new AppError('invalid', { message, fields: { file: [message] }, cause: error });
  });
}

/**
 * The project whose edit form was sent. A test names it among its fields; a save-xml that names one comes
 * from the form of a new project, after the split question.
 */
function findEdited(kind: Material['kind'], { fields, projectId }: SaveInput): number | undefined {
  return projectId ?? (kind === 'test' ? fields.project_id : undefined);
}

interface Target {
  project: ProjectRow | undefined;
  mayBeRepeated: boolean;
}

/** The project that is saved again; one of somebody else is not found. */
async function findTarget(
  { db }: SavingNeeds,
  { fields, projectId }: SaveInput,
  scope: Scope,
): Promise<Target> {
  const id = projectId ?? fields.project_id;
  if (id === undefined) {
    const key = fields.draft_id || fields.key;
    const made = key === undefined ? undefined : await findProjectByKey(db, key, scope);
    return { project: made, mayBeRepeated: made !== undefined };
  }
  const project = getFound(await findProject(db, id, scope));
  checkNames(project, fields, projectId);
  return { project, mayBeRepeated: isStale(fields, project) };
}

/** The update call may name the type and id of its project, but not change them. */
function checkNames({ id, type }: ProjectRow, fields: ProjectFields, updatedId: number | undefined): void {
  const { projectId, template_type: template = '' } = fields;
  if (projectId !== undefined && projectId !== id) throw new AppError('not_found');
  if (updatedId === undefined || template === '' || template.trim().toLowerCase() === type) return;
  throw new AppError('invalid', { fields: { template_type: ['You can’t change the type of a project'] } });
}

const isStale = ({ revision }: ProjectFields, project: ProjectRow): boolean =>
  revision !== undefined && revision !== project.revision;

interface SeedPlaces extends Pick<Material, 'fields' | 'draft' | 'project' | 'workspaceId'> {
  file: UploadedFile | undefined;
}

/** In this order: the file of this request, the seed of the draft, that of the project. */
async function findSeed(
  { uploads }: SavingNeeds,
  { fields, file, project, draft }: SeedPlaces,
  { scope, ...place }: { scope: Scope; workspaceId: number; createdBy: number },
): Promise<UploadRow> {
  if (file !== undefined) {
    checkSeedType(file, fields.type);
    return uploads.store({ ...place, kind: 'seed', name: file.name, bytes: file.bytes });
  }
  // A seed that was removed from the named form is missing.
  const id = draft?.seed_id ?? (fields.draft_id && draft ? null : project?.seed_id) ?? undefined;
  const find = id === draft?.seed_id ? uploads.findOfDraft : uploads.find;
  const upload = id === undefined ? undefined : await find(id, scope);
  if (upload?.kind !== 'seed')
    throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.seedRequired] } });
  return upload;
}

/** Where the same form was sent twice at one moment, the second one finds the project that the first made. */
async function record(needs: SavingNeeds, material: Material, { actor, scope }: Saver): Promise<SaveReply> {
  const isNew = material.project === undefined;
  return recordOnce(needs, material, actor).catch(async (error: unknown) => {
    if (!isNew || readConstraint(error) !== 'projects_of_form') return explainConflict(error);
    const project = await findProjectByKey(needs.db, material.key, scope);
    if (project === undefined) throw new AppError('conflict', { cause: error });
    const again = { ...material, project, mayBeRepeated: true };
    return recordOnce(needs, again, actor).catch(explainConflict);
  });
}

async function recordOnce(needs: SavingNeeds, material: Material, actor: Actor): Promise<SaveReply> {
  const { kind, fields, plan, workspaceId } = material;
  const { bytes, name } = material.sheet;
  const sheet = await needs.uploads.store({
    workspaceId,
    createdBy: actor.userId,
    kind: 'sheet',
    name,
    bytes,
  });
  const answered = await findAnswered(needs, material, sheet);
  if (answered !== undefined) return answered;
  if (fields.draft_id && material.draft === undefined) throw new AppError('not_found', { message: NO_DRAFT });
  await checkPlan(needs, material);
  const isAsked =
    kind === 'save' &&
    material.seed !== undefined &&
    getFileExtension(material.project?.type ?? fields.type) === 'xml' &&
    plan.singleFileBytes > SPLIT_QUESTION_BYTES &&
    fields.split_xml_file === undefined;
  const isCounted = kind === 'save' && !isAsked && material.isPaced;
  const pace = isCounted ? await needs.plans.findPace(needs.db, material) : undefined;
  if (pace !== undefined) await needs.limits.countRun(actor.userId, pace);
  const { projectId, runId, revision } = await needs.db
    .transaction()
    .execute((trx) => writeSave(trx, needs, { material, sheet, isAsked, actor }))
    .catch(async (error: unknown) => {
      if (pace !== undefined) await needs.limits.uncountRun(actor.userId, pace);
      throw error;
    });
  const reply = { project_id: projectId, run_id: runId, revision };
  return isAsked ? { ...reply, ...askToSplit(plan.splitParts, plan.singleFileBytes) } : reply;
}

/** Before anything is written, and before it is asked whether to split. @throws AppError `plan_limit` */
async function checkPlan({ db, plans }: SavingNeeds, { kind, project, plan, ...adding }: Material) {
  if (project === undefined) await plans.check(db, adding, { name: 'projects', more: 1 });
  const { seed } = adding;
  // Images are no pages.
  if (kind === 'save' && seed) await plans.check(db, adding, { name: 'pages_month', more: plan.pages });
}

/**
 * A save that was answered before is not done twice; one that would overwrite a change is refused. The same
 * once more overwrites nothing: a client that knows only the previous revision lost the answer to it.
 */
async function findAnswered({ db, runs, images }: SavingNeeds, material: Material, sheet: UploadRow) {
  const { kind, fields, project, mayBeRepeated } = material;
  if (project === undefined || !mayBeRepeated) return undefined;
  const { last_run_id: last } = project;
  const areImagesSame = last === null || (await images.isOfRun(last, material.images));
  const comparing = { ...material, project, sheet, areImagesSame };
  const { isSame, answer } =
    kind === 'save' ? await compareWithFirst(runs, comparing) : { isSame: false, answer: undefined };
  if (answer === undefined && !isSame && isStale(fields, project)) throw await refuseOverwriting(db, project);
  return answer;
}

function readConstraint(error: unknown): unknown {
  return ((error ?? {}) as { constraint?: unknown }).constraint;
}

/**
 * Two saves at the same moment: the database lets one run begin, the other gets its answer. So does a save whose
 * seed went away under it, together with the project that had it.
 */
function explainConflict(error: unknown): never {
  const { code } = (error ?? {}) as { code?: unknown };
  if (readConstraint(error) === 'runs_active') throw new AppError('run_in_progress', { cause: error });
  if (code === FOREIGN_KEY_VIOLATION) throw new AppError('conflict', { cause: error });
  throw error;
}
