/** Images and the plan of their copies, which a Geocoder has instead of a seed page and pages. */
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { ImageRow, ImagesService } from '../images/images.service.ts';
import type { RunFigures } from '../runs/runs.service.ts';
import type { PlannedSave, ProjectFields, SaveRequest, SaveTarget } from './planned-save.service.ts';

/** Clears fields that the form of a Geocoder lacks. */
export function toImagesForm(fields: ProjectFields): ProjectFields {
  const none = { notes: '', footer_links: '', keep: '', seed_page: '', schedule: '' };
  return { ...fields, ...none, domain_id: null, split_xml_file: undefined };
}

/** Lists images of the draft or else of the project, all of them in the workspace of the project. */
export async function listImages(
  images: Pick<ImagesService, 'list' | 'copyToWorkspace'>,
  { project, draft, workspaceId, caller }: SaveRequest & SaveTarget,
): Promise<ImageRow[]> {
  const owner = draft ? { draftId: draft.id } : project && { projectId: project.id };
  const found = owner === undefined ? [] : await images.list(owner);
  return images.copyToWorkspace(found, { workspaceId, createdBy: caller.actor.userId });
}

/** @throws AppError `invalid` if a Geocoder has none, or one from a draft of another type that can't be tagged */
export function requireImages(images: readonly Pick<ImageRow, 'name' | 'type'>[]): void {
  const other = images.find(({ type }) => type !== 'image/jpeg');
  if (images.length > 0 && other === undefined) return;
  const message = other
    ? `${other.name} isn’t a JPEG image. Remove it, or choose a JPEG image instead`
    : PROJECT_TEXTS.imagesRequired;
  throw new AppError('invalid', { fields: { file: [message] } });
}

/** @throws AppError `invalid` with all problems if no copy can be made */
export async function planImages(
  pool: Pick<EnginePool, 'towns'>,
  { kind, sheet, images, options }: Pick<PlannedSave, 'kind' | 'sheet' | 'images' | 'options'>,
  { actor, signal }: Pick<Caller, 'actor' | 'signal'>,
): Promise<RunFigures> {
  const question = {
    userId: actor.userId,
    sheet: { bytes: sheet.bytes, file: sheet.name },
    images: images.length,
    fileName: options.file_name,
    caption: options.caption,
    isTest: kind === 'test',
  };
  const { townCount, skipped, isRefused, problems } = await pool.towns(question, signal);
  if (isRefused) {
    const message = 'We can’t tag the images yet. Fix the problems below.';
    throw new AppError('invalid', { message, problems });
  }
  // No output: copies are made during downloads.
  const pages = townCount * images.length;
  return { pages, allPages: pages, skipped, singleFileBytes: 0, tableBytes: 0, splitParts: 0 };
}
