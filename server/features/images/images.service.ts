/**
 * Images of projects. Each upload is decoded once, to check it and to make its thumbnail. The original is stored
 * unchanged, and once per workspace.
 */
import type { FileReply, UploadedFile } from '#contract/endpoint.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import { IMAGE_BYTES, MAX_IMAGES } from '#contract/limits.ts';
import { onViolation } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable } from '#server/db/scope.ts';
import type { Images } from '#server/gateways/images.ts';
import { IMAGE_FAULTS } from '../files/image-upload.service.ts';
import type { PageImage } from '#engine';
import { AppError, getFound } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { FileSource } from '../files/downloads.service.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import type { Sign } from '../files/signing.service.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { openStored } from '../files/stored-file.service.ts';
import { readUpload } from '../files/stored-upload.service.ts';
import type { UploadsService, UploadUse } from '../files/uploads.service.ts';
import {
  findPublishedImage,
  insertRunImages,
  listRunImages,
  listRunImageUploads,
  type RunImageRow,
} from './copies.store.ts';
import {
  copyImages,
  deleteImage,
  deleteImages,
  findImage,
  findImages,
  type ImageOwner,
  type ImageRow,
  insertImage,
  insertImages,
  isUploadShown,
  listImages,
  listImageUploads,
  listStoredUploads,
  moveImages,
  orderImages,
  relocateImage,
} from './images.store.ts';

export type { ImageRow } from './images.store.ts';

type ImagesContext = Pick<Context, 'db' | 'files' | 'pool' | 'clock' | 'newId' | 'logError' | 'publicUrl'>;

interface ImagesOptions {
  /** Checks files and makes thumbnails. */
  images: Images;
  uploads: Pick<UploadsService, 'store'>;
}

type Needs = ImagesContext & ImagesOptions;

const THUMBNAIL = { width: 480, height: 480 };
const THUMBNAILS = 'thumbnails/';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const IMAGE_MISSING = 'An added image is no longer in the file store. Remove it and add it again';
/** Uploads are deduplicated by their bytes, so names belong to the images. */
const UPLOAD_NAME = 'image';

export interface NewImage {
  /** Called once the file is valid. */
  openDraft: () => Promise<string>;
  workspaceId: number;
  createdBy: number;
  /** Determines the order; defaults to now. */
  chosenAt: Date | undefined;
  file: UploadedFile | undefined;
  /** True for a Geocoder, which can tag JPEG images only. */
  isForCopies: boolean;
}

export interface UploadPlace {
  workspaceId: number;
  createdBy: number;
}

export interface ReplacingImages {
  /** Omitted to leave the images of the project as they are. */
  draftId: string | undefined;
  /** A draft that is kept gets copies of its images. */
  isDraftKept: boolean;
  /** Prepared by `copyToWorkspace`. */
  images: readonly ImageRow[];
}

export type ImagesService = ReturnType<typeof createProjectImages>;

export function createProjectImages(context: ImagesContext, options: ImagesOptions) {
  const needs = withServices(context, options);
  const { db, publicUrl } = needs;
  const find = async (id: string, scope: Scope) => {
    const [image] = ID.test(id) ? await findImages(db, [id], scope) : [];
    if (image === undefined) throw new AppError('not_found');
    return image;
  };
  const describeForPages = (images: readonly PageImageRow[]) =>
    images.map((image) => toPageImage(image, publicUrl()));
  return {
    /** Checks an image and adds it to a draft. @throws AppError `invalid` */
    store: (image: NewImage) => store(needs, image),
    list: (owner: ImageOwner) => listImages(db, owner),
    /**
     * Copies the files of images from other workspaces to this one: the author joined or left an agency after the upload.
     * @returns the images as `replace` takes them
     * @throws AppError `invalid` if the store has lost a file
     */
    copyToWorkspace: (images: readonly ImageRow[], place: UploadPlace) =>
      copyToWorkspace(needs, images, place),
    /** Replaces the images of a project with those of a draft. */
    replace: (trx: Db, projectId: number, by: ReplacingImages) =>
      replaceImages(needs, trx, { ...by, projectId }),
    copy: copyImages,
    /** Finds images by their signed URLs, in order and without duplicates. @throws AppError `read_only` */
    findByUrls: (urls: readonly string[], scope: Scope) => findByUrls(db, urls, scope),
    /** Reorders images, starting from the earliest timestamp of all. */
    async order(images: readonly ImageRow[]): Promise<void> {
      const first = Math.min(...images.map(({ chosen_at: at }) => at.getTime()));
      await orderImages(
        db,
        images.map(({ id }) => id),
        new Date(first),
      );
    },
    remove: (id: string) => deleteImage(db, id),
    /** Stores the images that a run uses, so that later changes of the project don't affect it. */
    keepForRun: (trx: Db, runId: number, images: readonly ImageRow[]) =>
      insertRunImages(trx, runId, images.map(toRunImage)),
    /** True for a run of these images in this order. */
    async isOfRun(runId: number, images: readonly ImageRow[]): Promise<boolean> {
      const made = (await listRunImages(db, runId)).map(toRunImage);
      return JSON.stringify(made) === JSON.stringify(images.map(toRunImage));
    },
    /** Images of a run as its pages show them. */
    listForPages: async (runId: number) => describeForPages(await listRunImages(db, runId)),
    describeForPages,
    /** Opens an image that pages show, by its public URL. @throws AppError `not_found` */
    async openPublished(uploadId: string): Promise<FileReply> {
      const found = getFound(await findPublishedImage(db, uploadId));
      const { storage_key: key, name, type, ...known } = found;
      return openStored(needs, { key, name, type, disposition: 'inline', headers: ANY_ORIGIN, known });
    },
    sources: {
      image: async (id, scope) => {
        const { storage_key: key, name, type, ...known } = await find(id, scope);
        return openStored(needs, { key, name, type, disposition: 'inline', known });
      },
      thumbnail: async (id, scope) => {
        if (!ID.test(id) || !(await isUploadShown(db, id, scope))) throw new AppError('not_found');
        const key = toThumbnailKey(id);
        return openStored(needs, { key, name: 'thumbnail.webp', type: 'image/webp', disposition: 'inline' });
      },
    } satisfies Record<'image' | 'thumbnail', FileSource>,
  };
}

async function store(needs: Needs, image: NewImage): Promise<ImageRow> {
  const { db, files, images, uploads, clock, newId } = needs;
  const { file, openDraft, workspaceId, createdBy, isForCopies } = image;
  if (file === undefined) throw refuse(IMAGE_FAULTS.empty);
  if (file.bytes.length > IMAGE_BYTES)
    throw new AppError('too_large', { message: 'The image is larger than 5 MiB.' });
  const checked = await images.inspect(file.bytes, THUMBNAIL);
  const isJpeg = 'type' in checked && checked.type === 'image/jpeg';
  const isOther = 'fault' in checked ? checked.fault === 'format' : !isJpeg;
  if (isForCopies && isOther) throw refuse('Choose a JPEG image');
  if ('fault' in checked) throw refuse(IMAGE_FAULTS[checked.fault]);
  if (isForCopies) await checkForCopies(needs, { file, createdBy });
  const { bytes } = file;
  const upload = await uploads.store({ workspaceId, createdBy, kind: 'image', name: UPLOAD_NAME, bytes });
  await files.put(toThumbnailKey(upload.id), checked.thumbnail);
  const draftId = await openDraft();
  const { type, width, height } = checked;
  const now = clock();
  const row = {
    id: newId(),
    workspace_id: workspaceId,
    created_by: createdBy,
    draft_id: draftId,
    upload_id: upload.id,
    name: file.name,
    type,
    width,
    height,
    chosen_at: image.chosenAt ?? now,
    created_at: now,
  };
  const insert = db.transaction().execute((trx) => insertImage(trx, row, MAX_IMAGES));
  const hasRoom = await insert.catch(rejectDeletedDraft);
  if (!hasRoom) throw refuse(`A project can have at most ${MAX_IMAGES} images`);
  const stored = await findImage(db, row.id);
  if (stored === undefined) throw new AppError('conflict');
  return stored;
}

async function copyToWorkspace(
  { files, uploads }: Needs,
  rows: readonly ImageRow[],
  place: UploadPlace,
): Promise<ImageRow[]> {
  const brought: ImageRow[] = [];
  for (const row of rows) {
    if (row.workspace_id === place.workspaceId) {
      brought.push(row);
      continue;
    }
    const reading = Promise.all([readUpload(files, row), files.read(toThumbnailKey(row.upload_id))]);
    const [bytes, thumbnail] = await reading.catch((error: unknown) => {
      throw isStoreFault(error) && error.kind === 'absent' ? refuse(IMAGE_MISSING, error) : error;
    });
    const copy = { ...place, kind: 'image' as const, name: UPLOAD_NAME, bytes };
    const { id, workspace_id, storage_key } = await uploads.store(copy);
    await files.put(toThumbnailKey(id), thumbnail);
    brought.push({ ...row, workspace_id, upload_id: id, storage_key });
  }
  return brought;
}

async function replaceImages(
  { newId }: Needs,
  trx: Db,
  { projectId, draftId, isDraftKept, images }: ReplacingImages & { projectId: number },
): Promise<void> {
  if (draftId !== undefined) await deleteImages(trx, projectId);
  if (draftId !== undefined && isDraftKept) {
    await insertImages(
      trx,
      images.map((image) => toProjectImage(image, projectId, newId())),
    );
    return;
  }
  for (const image of images) await relocateImage(trx, image);
  if (draftId !== undefined) await moveImages(trx, draftId, projectId);
}

function toProjectImage(image: ImageRow, projectId: number, id: string) {
  const { workspace_id, created_by, upload_id, name, type, width, height, chosen_at, created_at } = image;
  const file = { upload_id, name, type, width, height };
  return { ...file, id, workspace_id, created_by, project_id: projectId, chosen_at, created_at };
}

/** The form was saved or left during the upload. */
const rejectDeletedDraft = onViolation(
  ['images_draft_id_fkey'],
  (cause) => new AppError('conflict', { cause }),
);

async function findByUrls(db: Db, urls: readonly string[], scope: Scope): Promise<ImageRow[]> {
  const ids = [...new Set(urls.map((url) => /\/files\/image\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? ''))];
  const known = ids.filter((id) => ID.test(id));
  const found = known.length > 0 ? await findImages(db, known, scope) : [];
  const byId = new Map(found.map((image) => [image.id, image]));
  return ids.flatMap((id) => {
    const image = byId.get(id);
    if (image === undefined) return [];
    checkWritable(scope, image);
    return [image];
  });
}

/** Columns of an image that pages need. */
type PageImageRow =
  | Pick<ImageRow, 'upload_id' | 'name' | 'type'>
  | Pick<RunImageRow, 'upload_id' | 'name' | 'type'>;

/** Client sites embed the image. */
const ANY_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' };

function toRunImage({ upload_id: uploadId, name, type }: PageImageRow) {
  return { uploadId, name, type };
}

/** URLs without expiry, because client sites fetch the images whenever the pages are imported. */
function toPageImage({ upload_id: id, name, type }: PageImageRow, origin: string): PageImage {
  const stem = name.replace(/\.[^.]{1,5}$/, '');
  const plain = stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '');
  const extension = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
  return { url: `${origin}/api/v1/public/images/${id}/${plain || 'image'}.${extension}`, alt: stem };
}

/** @throws AppError `invalid` if the image can't be tagged */
async function checkForCopies(
  { pool }: Needs,
  { file: { bytes, name }, createdBy }: { file: UploadedFile; createdBy: number },
): Promise<void> {
  const opened = await pool.openImage({ userId: createdBy, image: { bytes, file: name } });
  if (opened === undefined) throw refuse(IMAGE_FAULTS.corrupt);
}

function refuse(message: string, cause?: unknown): AppError {
  return new AppError('invalid', { message: `${message}.`, fields: { file: [message] }, cause });
}

export function describeImage(image: ImageRow, sign: Sign): ImageFile {
  const { id, upload_id: uploadId, name, size, width, height, chosen_at: chosenAt } = image;
  // The URL has a short name: its length is limited.
  const [, extension = ''] = /(\.[a-z]{1,5})$/i.exec(name) ?? [];
  return {
    id,
    url: sign({ kind: 'image', id, name: `image${extension}` }),
    name,
    fileName: name,
    size,
    width,
    height,
    chosen_at: chosenAt.toISOString(),
    thumbnail_url: sign(nameThumbnail(uploadId)),
  };
}

export function nameThumbnail(uploadId: string) {
  return { kind: 'thumbnail', id: uploadId, name: 'thumbnail.webp' } as const;
}

/** Uploads used by images of projects and by runs. */
export const IMAGE_USES: readonly UploadUse[] = [listImageUploads, listRunImageUploads];

/** For the garbage collection: a thumbnail is deleted with its upload. */
export function holdImages(db: Db): FileHolder {
  return {
    folder: THUMBNAILS,
    listNeeded: async (keys) => (await listStoredUploads(db, keys.map(toUploadId))).map(toThumbnailKey),
  };
}

function toThumbnailKey(uploadId: string): string {
  return `${THUMBNAILS}${uploadId}.webp`;
}

function toUploadId(key: string): string {
  return key.slice(THUMBNAILS.length, -'.webp'.length);
}
