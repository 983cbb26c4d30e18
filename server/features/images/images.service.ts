/**
 * Images of projects. A file is decoded once, which checks it and makes its thumbnail; the original is kept as it
 * came, once per workspace however often it is uploaded.
 */
import type { FileAnswer, UploadedFile } from '#contract/endpoint.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import { IMAGE_BYTES, MAX_IMAGES } from '#contract/limits.ts';
import { onBroken } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable } from '#server/db/scope.ts';
import type { Files } from '#server/gateways/files.ts';
import type { Images } from '#server/gateways/images.ts';
import { IMAGE_FAULTS } from '../files/image-upload.service.ts';
import type { PageImage } from '#engine';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
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

export interface ImagesNeeds {
  db: Db;
  files: Files;
  images: Images;
  uploads: Pick<UploadsService, 'store'>;
  pool: Pick<EnginePool, 'openImage'>;
  clock: () => Date;
  newId: () => string;
  logError(error: unknown, text: string): void;
  /** Of this server, as others reach it. */
  publicUrl: () => string;
}

const THUMBNAIL = { width: 480, height: 480 };
const THUMBNAILS = 'thumbnails/';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOST = 'An added image is no longer in the file store. Remove it and add it again';
/** Uploads are found by their bytes; each image has a name of its own. */
const UPLOAD_NAME = 'image';

export interface NewImage {
  /** Called once the file is valid. */
  openDraft: () => Promise<string>;
  workspaceId: number;
  createdBy: number;
  /** Their order; now where nothing is said. */
  chosenAt: Date | undefined;
  file: UploadedFile | undefined;
  /** Copies of it are to be made: only JPEG can be tagged. */
  isForCopies: boolean;
}

export interface ReplacingImages {
  /** Without one the project keeps its images. */
  draftId: string | undefined;
  isDraftKept: boolean;
  /** As prepared by `bringAlong`. */
  images: readonly ImageRow[];
}

export interface ImagesService {
  /** Checks an image and puts it into a draft. @throws AppError `invalid` */
  store(image: NewImage): Promise<ImageRow>;
  list(owner: ImageOwner): Promise<ImageRow[]>;
  /**
   * Stores the files of images from other workspaces in this one: the author joined or left an agency after the upload.
   * @returns the images as `replace` writes them
   * @throws AppError `invalid` where a file is missing in the store
   */
  bringAlong(
    images: readonly ImageRow[],
    place: { workspaceId: number; createdBy: number },
  ): Promise<ImageRow[]>;
  /** Replaces the images of a project with those of a draft; a draft that stays keeps its own. */
  replace(trx: Db, projectId: number, by: ReplacingImages): Promise<void>;
  /** Copies the images of a project into a draft. */
  copy: typeof copyImages;
  /** @returns in their order those images of signed addresses that are there, each once @throws AppError `read_only` */
  findByUrls(urls: readonly string[], scope: Scope): Promise<ImageRow[]>;
  /** The first one comes where the first of all of them was. */
  order(images: readonly ImageRow[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Keeps what the copies of a run are made of, whatever becomes of the project's images. */
  keepForRun(trx: Db, runId: number, images: readonly ImageRow[]): Promise<void>;
  /** As the pages of a run show them. */
  listForPages(runId: number): Promise<PageImage[]>;
  describeForPages(images: readonly PageImageRow[]): PageImage[];
  /** The image of an address that pages have. @throws AppError `not_found` */
  openPublished(uploadId: string): Promise<FileAnswer>;
  /** Whether a run was made of these images in this order. */
  isOfRun(runId: number, images: readonly ImageRow[]): Promise<boolean>;
  /** What the addresses of images and of thumbnails lead to. */
  sources: Readonly<Record<'image' | 'thumbnail', FileSource>>;
}

export function createProjectImages(needs: ImagesNeeds): ImagesService {
  const { db } = needs;
  const find = async (id: string, scope: Scope) => {
    const [image] = ID.test(id) ? await findImages(db, [id], scope) : [];
    if (image === undefined) throw new AppError('not_found');
    return image;
  };
  return {
    store: (image) => store(needs, image),
    list: (owner) => listImages(db, owner),
    bringAlong: (rows, place) => bringAlong(needs, rows, place),
    replace: (trx, projectId, by) => replaceImages(needs, trx, { ...by, projectId }),
    copy: copyImages,
    findByUrls: (urls, scope) => findByUrls(db, urls, scope),
    order: async (images) => {
      const first = Math.min(...images.map(({ chosen_at: at }) => at.getTime()));
      await orderImages(
        db,
        images.map(({ id }) => id),
        new Date(first),
      );
    },
    remove: (id) => deleteImage(db, id),
    keepForRun: (trx, runId, kept) => insertRunImages(trx, runId, kept.map(toRunImage)),
    isOfRun: async (runId, asked) => {
      const made = (await listRunImages(db, runId)).map(toRunImage);
      return JSON.stringify(made) === JSON.stringify(asked.map(toRunImage));
    },
    listForPages: async (runId) => describeForPages(needs, await listRunImages(db, runId)),
    describeForPages: (images) => describeForPages(needs, images),
    openPublished: async (uploadId) => {
      const found = getFound(await findPublishedImage(db, uploadId));
      const { storage_key: key, name, type, ...known } = found;
      return openStored(needs, { key, name, type, disposition: 'inline', headers: ANYWHERE, known });
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
    },
  };
}

async function store(needs: ImagesNeeds, image: NewImage): Promise<ImageRow> {
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
  const hasRoom = await insert.catch(refuseGoneDraft);
  if (!hasRoom) throw refuse(`A project can have at most ${MAX_IMAGES} images`);
  const stored = await findImage(db, row.id);
  if (stored === undefined) throw new AppError('conflict');
  return stored;
}

async function bringAlong(
  { files, uploads }: ImagesNeeds,
  rows: readonly ImageRow[],
  place: { workspaceId: number; createdBy: number },
): Promise<ImageRow[]> {
  const brought: ImageRow[] = [];
  for (const row of rows) {
    if (row.workspace_id === place.workspaceId) {
      brought.push(row);
      continue;
    }
    const reading = Promise.all([readUpload(files, row), files.read(toThumbnailKey(row.upload_id))]);
    const [bytes, thumbnail] = await reading.catch((error: unknown) => {
      throw isStoreFault(error) && error.kind === 'absent' ? refuse(LOST, error) : error;
    });
    const copy = { ...place, kind: 'image' as const, name: UPLOAD_NAME, bytes };
    const { id, workspace_id, storage_key } = await uploads.store(copy);
    await files.put(toThumbnailKey(id), thumbnail);
    brought.push({ ...row, workspace_id, upload_id: id, storage_key });
  }
  return brought;
}

async function replaceImages(
  { newId }: ImagesNeeds,
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

/** A form that was saved or left at this moment has no draft any more. */
const refuseGoneDraft = onBroken(['images_draft_id_fkey'], (cause) => new AppError('conflict', { cause }));

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

/** What pages need to know of an image. */
type PageImageRow =
  | Pick<ImageRow, 'upload_id' | 'name' | 'type'>
  | Pick<RunImageRow, 'upload_id' | 'name' | 'type'>;

/** A site shows it in its own pages. */
const ANYWHERE = { 'cross-origin-resource-policy': 'cross-origin' };

function toRunImage({ upload_id: uploadId, name, type }: PageImageRow) {
  return { uploadId, name, type };
}

/** Addresses that do not run out: who imports the pages has its site fetch the images, sooner or later. */
function describeForPages({ publicUrl }: ImagesNeeds, images: readonly PageImageRow[]): PageImage[] {
  return images.map(({ upload_id: id, name, type }) => {
    const stem = name.replace(/\.[^.]{1,5}$/, '');
    const plain = stem
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replaceAll(/^-|-$/g, '');
    const ending = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
    return { url: `${publicUrl()}/api/v1/public/images/${id}/${plain || 'image'}.${ending}`, alt: stem };
  });
}

/** @throws AppError `invalid` where no copies can be made of it */
async function checkForCopies(
  { pool }: ImagesNeeds,
  { file: { bytes, name }, createdBy }: { file: UploadedFile; createdBy: number },
): Promise<void> {
  const opened = await pool.openImage({ person: createdBy, image: { bytes, file: name } });
  if (opened === undefined) throw refuse(IMAGE_FAULTS.corrupt);
}

function refuse(message: string, cause?: unknown): AppError {
  return new AppError('invalid', { message: `${message}.`, fields: { file: [message] }, cause });
}

/** As answers show it. */
export function describeImage(image: ImageRow, sign: Sign): ImageFile {
  const { id, upload_id: uploadId, name, size, width, height, chosen_at: chosenAt } = image;
  // The name is part of the URL, which has room for a short one.
  const [, ending = ''] = /(\.[a-z]{1,5})$/i.exec(name) ?? [];
  return {
    id,
    url: sign({ kind: 'image', id, name: `image${ending}` }),
    name,
    fileName: name,
    size,
    width,
    height,
    chosen_at: chosenAt.toISOString(),
    thumbnail_url: sign(nameThumbnail(uploadId)),
  };
}

/** The address of the thumbnail of an uploaded image. */
export function nameThumbnail(uploadId: string) {
  return { kind: 'thumbnail', id: uploadId, name: 'thumbnail.webp' } as const;
}

/** The uploads that images of projects name, and those that runs of Geocoders do. */
export const IMAGE_USES: readonly UploadUse[] = [listImageUploads, listRunImageUploads];

/** For the garbage collection: a thumbnail goes with its upload. */
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
