/** Third stage of a save: reads images, seed page and sheet, and plans the pages. */
import { hash } from 'node:crypto';
import { markRemembered, readColumnChoices, writeColumnChoices } from '#contract/column-choices.ts';
import type { UploadedFile } from '#contract/endpoint.ts';
import { isEmptyField } from '#contract/fields.ts';
import { readQualityGate } from '#contract/quality-gate.ts';
import { splitNames } from '#contract/preserved-names.ts';
import { PASTED_NAME } from '#contract/project-shapes.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { getFileExtension, hasSiteBaseUrl, isGeocoder } from '#contract/project-types.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import { AppError } from '../../app-error.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { UploadRow } from '../files/uploads.service.ts';
import type { RunFigures } from '../runs/runs.service.ts';
import { checkSeedType } from './draft-files.service.ts';
import { listImages, planImages, requireImages } from './image-saving.service.ts';
import type { PlannedSave, SaveContext, SaveRequest, SaveTarget } from './planned-save.service.ts';
import type { ProjectRow } from './projects.store.ts';

/** Output size above which the caller is asked whether to split (specification, point 9). */
const SPLIT_QUESTION_BYTES = 10_000_000;

/** An authorized request. */
type Authorized = SaveRequest & SaveTarget;

/** @throws AppError `invalid` with all problems of the files if no page can be made */
export async function planSave(needs: SaveContext, request: Authorized): Promise<PlannedSave> {
  const { fields, project, caller } = request;
  const hasImages = isGeocoder(fields.type);
  const images = await listImages(needs.images, request);
  if (hasImages) requireImages(images);
  const found = hasImages ? undefined : await findSeed(needs, request);
  const { sheet, isPasted } = await readRows(needs, request);
  const combined = hasImages ? undefined : await readCombined(needs, request);
  const files = {
    ...request,
    key: project?.key ?? (fields.draft_id || fields.key) ?? needs.newId(),
    options: {
      footer_links: fields.footer_links,
      keep: fields.keep ?? project?.keep ?? '',
      seed_page: fields.seed_page ?? project?.seed_page ?? '',
      schedule: fields.schedule ?? project?.schedule ?? '',
      columns: await chooseColumns(needs, request),
      site_base_url: chooseSite(request),
      file_name: fields.file_name ?? project?.file_name ?? '',
      caption: fields.caption ?? project?.caption ?? '',
    },
    images,
    sheet,
    combined,
    isPasted,
  };
  if (found === undefined)
    return { ...files, seed: undefined, plan: await planImages(needs.pool, files, caller), isAsked: false };
  const { seed, read } = found;
  const plan = await planPages(needs, { ...files, seed }, read);
  return { ...files, seed, plan, isAsked: asksToSplit(request, plan) };
}

function asksToSplit({ kind, fields }: Authorized, { singleFileBytes }: RunFigures): boolean {
  return (
    kind === 'save' &&
    getFileExtension(fields.type) === 'xml' &&
    singleFileBytes > SPLIT_QUESTION_BYTES &&
    fields.split_xml_file === undefined
  );
}

/** Takes the rows of the request, of the draft, or from the link, in this order. */
async function readRows(needs: SaveContext, { fields, draft, project, pasted, caller }: Authorized) {
  if (fields.script.trim() !== '') {
    const bytes = pasted ?? new TextEncoder().encode(fields.script);
    return { sheet: { bytes, name: fields.script_name ?? PASTED_NAME }, isPasted: true };
  }
  if (fields.draft_id) {
    const sheet = draft
      ? await needs.draftReading.readRows(draft, caller)
      : await readSavedRows(needs, project, 'sheet');
    if (sheet !== undefined) return { sheet, isPasted: true };
  }
  const { google_spread_sheet: link } = fields;
  if (link === '') {
    throw new AppError('invalid', { fields: { google_spread_sheet: [PROJECT_TEXTS.dataRequired] } });
  }
  return { sheet: await needs.fetchSheet(link, caller), isPasted: false };
}

/** Takes the second list of the request, of the draft, or of the project, in this order. */
async function readCombined(needs: SaveContext, { draft, project, combinedFile, caller }: Authorized) {
  if (combinedFile !== undefined) return combinedFile;
  if (draft !== undefined) return needs.draftReading.readCombinedRows(draft, caller);
  return readSavedRows(needs, project, 'combined');
}

/** Reads a sheet that an earlier save of the project has stored, if there is one. */
async function readSavedRows(
  { files }: Pick<SaveContext, 'files'>,
  project: ProjectRow | undefined,
  of: 'sheet' | 'combined',
) {
  if (project === undefined) return undefined;
  const [key, sha256, name] = [project[`${of}_storage_key`], project[`${of}_sha256`], project[`${of}_name`]];
  if (key === null || sha256 === null || name === null) return undefined;
  return { bytes: await readUpload(files, { storage_key: key, sha256 }), name };
}

/** A new project starts with the columns that were last chosen for its domain. */
async function chooseColumns(
  { domains }: Pick<SaveContext, 'domains'>,
  { fields, project, domainId, caller }: Authorized,
): Promise<string> {
  if (fields.columns !== undefined) return writeColumnChoices(fields.columns);
  if (project !== undefined) return project.columns;
  const domain = domainId === null ? undefined : await domains.find(domainId, caller.scope);
  return writeColumnChoices(markRemembered(readColumnChoices(domain?.columns ?? '')));
}

/** Only projects whose files name no site have a base URL. */
function chooseSite({ fields, project }: Authorized): string {
  if (!hasSiteBaseUrl(fields.type)) return '';
  return fields.site_base_url ?? project?.site_base_url ?? '';
}

type ReadSeed = () => Promise<Uint8Array>;

/** Takes the seed page of the request, of the draft, or of the project, in this order. */
async function findSeed(
  needs: SaveContext,
  request: Authorized,
): Promise<{ seed: UploadRow; read: ReadSeed }> {
  const { fields, project, draft, workspaceId, caller } = request;
  const place = { workspaceId, createdBy: caller.actor.userId, kind: 'seed' as const };
  const file = request.file ?? toSeedFile(request);
  if (file !== undefined) {
    checkSeedType(file, fields.type);
    const seed = await needs.uploads.store({ ...place, name: file.name, bytes: file.bytes });
    return { seed, read: async () => file.bytes };
  }
  // A seed that was removed from the named form is missing.
  const id = draft?.seed_id ?? (fields.draft_id && draft ? null : project?.seed_id) ?? undefined;
  const find = id === draft?.seed_id ? needs.uploads.findOfDraft : needs.uploads.find;
  const upload = id === undefined ? undefined : await find(id, caller.scope);
  if (upload?.kind !== 'seed')
    throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.seedRequired] } });
  const read = () => readSeed(needs, upload);
  if (upload.workspace_id === workspaceId) return { seed: upload, read };
  // Uploaded before its author joined an agency: the files of a project belong to the workspace of the project.
  const copy = { ...place, name: upload.name, bytes: (await read()).slice() };
  return { seed: await needs.uploads.store(copy), read };
}

/** Returns the seed page that was sent as text. */
function toSeedFile({ fields }: Authorized): UploadedFile | undefined {
  const { uploadedSeedPage: text, type } = fields;
  if (text == null || isEmptyField(text.trim())) return undefined;
  return { name: `seed.${getFileExtension(type)}`, type: '', bytes: new TextEncoder().encode(text) };
}

/** Asks for the file again if the store has lost it. */
async function readSeed({ files }: Pick<SaveContext, 'files'>, upload: UploadRow): Promise<Uint8Array> {
  return readUpload(files, upload).catch((error: unknown) => {
    if (!isStoreFault(error) || error.kind !== 'absent') throw error;
    const message = `The seed page “${upload.name}” is no longer in the file store. Choose it again under Edit.`;
    throw new AppError('invalid', { message, fields: { file: [message] }, cause: error });
  });
}

type WithFiles = Omit<PlannedSave, 'plan' | 'isAsked' | 'seed'> & { seed: UploadRow };

async function planPages(needs: SaveContext, save: WithFiles, read: ReadSeed): Promise<RunFigures> {
  const { kind, fields, key, options, sheet, combined, seed, caller } = save;
  const { footer_links: footer, keep, seed_page: page, schedule, columns, site_base_url: site } = options;
  const planned = await findPlan(needs, save);
  if (planned) return planned;
  const gate = readQualityGate(save.project?.quality_gate ?? '');
  const question: Parameters<EnginePool['plan']>[0] = {
    userId: caller.actor.userId,
    type: fields.type,
    seed: { bytes: await read(), file: seed.name },
    sheet: { bytes: sheet.bytes, file: sheet.name },
    ...(combined && { combined: { bytes: combined.bytes, file: combined.name } }),
    key,
    footer,
    keep: splitNames(keep),
    columns: readColumnChoices(columns),
    images: needs.images.describeForPages(save.images),
    ...(site === '' ? {} : { site }),
    ...(page === '' ? {} : { page }),
    ...(schedule === '' ? {} : { schedule }),
    ...(save.project && { knownTowns: await needs.runs.listKnownTowns(save.project.id) }),
    ...(save.project && kind === 'save' && { leftOut: await needs.runs.listLeftOut(save.project.id) }),
    isTest: kind === 'test',
    ...(gate && kind === 'save' && { gate }),
  };
  const plan = await needs.pool.plan(question, caller.signal);
  if (!plan.isRefused) return plan;
  throw new AppError('invalid', {
    message: 'We can’t build the pages yet. Fix the problems below.',
    problems: plan.problems,
  });
}

/** The answer to the split question takes the plan that was made for the question, if nothing has changed. */
async function findPlan(
  { runs }: Pick<SaveContext, 'runs'>,
  save: WithFiles,
): Promise<RunFigures | undefined> {
  const { kind, project, fields, options, sheet, combined, seed } = save;
  if (kind !== 'save' || project === undefined || fields.split_xml_file === undefined) return undefined;
  return runs.findPlan({
    projectId: project.id,
    options,
    seedId: seed.id,
    sheetSha256: hash('sha256', sheet.bytes),
    combinedSha256: combined ? hash('sha256', combined.bytes) : null,
  });
}
