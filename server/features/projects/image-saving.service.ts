/** What saving and testing a Geocoder take instead of a seed page: its images, and the plan of their copies. */
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { copyBytes } from '../../long-bytes.ts';
import type { ImageRow, ImagesService } from '../images/images.service.ts';
import type { RunFigures } from '../runs/runs.service.ts';
import type { DraftsService } from './drafts.service.ts';
import type { DraftRow, FormOwner } from './drafts.store.ts';
import type { ProjectRow } from './projects.store.ts';
import type { Material, ProjectFields } from './save-writing.service.ts';

/** Its form has no notes, footer links, kept names, domain and split answer. */
export function toImagesForm(fields: ProjectFields): ProjectFields {
  const none = { notes: '', footer_links: '', keep: '', seed_page: '' };
  return { ...fields, ...none, domain_id: null, split_xml_file: undefined };
}

interface ImagePlaces {
  project: ProjectRow | undefined;
  draft: DraftRow | undefined;
}

/** Those of the project and of the open draft, in the order in which they were chosen or put. */
export async function findImages(images: Pick<ImagesService, 'list'>, { project, draft }: ImagePlaces) {
  const [kept, added] = await Promise.all([
    project === undefined ? [] : images.list({ projectId: project.id }),
    draft?.is_open === true ? images.list({ draftId: draft.id }) : [],
  ]);
  return sortImages([...kept, ...added]);
}

interface FormPlaces {
  project: ProjectRow | undefined;
  fields: Pick<ProjectFields, 'draft' | 'image_ids'>;
  form: FormOwner;
  type: string;
  workspaceId: number;
}

/**
 * Images of the project, of its form and, where they are named, of what was uploaded beside a draft; all of them in the
 * workspace of the project.
 * @throws AppError `invalid` where a named one has gone, or is somebody else's
 */
export async function gatherImages(
  {
    images,
    drafts,
  }: {
    images: Pick<ImagesService, 'list' | 'findUnsaved' | 'bringAlong'>;
    drafts: Pick<DraftsService, 'find'>;
  },
  { project, fields, form, type, workspaceId }: FormPlaces,
): Promise<ImageRow[]> {
  const draft = fields.draft === 'leave' ? undefined : await drafts.find(form, type);
  const found = await findImages(images, { project, draft });
  const known = new Set(found.map(({ id }) => id));
  const missing = [...new Set(fields.image_ids)].filter((id) => !known.has(id));
  const beside = await images.findUnsaved(missing, form.userId);
  if (beside.length < missing.length) {
    const message =
      'An added image is no longer on the server. Remove the images that you added and add them again.';
    throw new AppError('invalid', { message, fields: { file: [message] } });
  }
  return images.bringAlong(sortImages([...found, ...beside]), { workspaceId, createdBy: form.userId });
}

const sortImages = (images: readonly ImageRow[]): ImageRow[] =>
  images.toSorted((a, b) => a.chosen_at.getTime() - b.chosen_at.getTime() || a.position - b.position);

/** @throws AppError `invalid` where a Geocoder has none */
export function requireImages(images: readonly unknown[]): void {
  if (images.length === 0)
    throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.imagesRequired] } });
}

/** @throws AppError `invalid` with all problems where no copy could be made */
export async function planImages(
  pool: Pick<EnginePool, 'towns'>,
  { kind, sheet, images, templates }: Pick<Material, 'kind' | 'sheet' | 'images' | 'templates'>,
  { actor, signal }: Pick<Caller, 'actor' | 'signal'>,
): Promise<RunFigures> {
  const question = {
    person: actor.userId,
    sheet: { bytes: await copyBytes(sheet.bytes), file: sheet.name },
    images: images.length,
    ...templates,
    isTest: kind === 'test',
  };
  const { townCount, skipped, isRefused, problems } = await pool.towns(question, signal);
  if (isRefused) {
    const message = 'The images cannot be tagged yet. Fix the problems below.';
    throw new AppError('invalid', { message, problems });
  }
  // Nothing is written: copies are made while they are downloaded.
  const pages = townCount * images.length;
  return { pages, allPages: pages, skipped, singleFileBytes: 0, tableBytes: 0, splitParts: 0 };
}
