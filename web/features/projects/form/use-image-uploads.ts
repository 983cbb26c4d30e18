/** Images of a form: each is uploaded to the draft as soon as it's chosen, a few in parallel. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft } from '#contract/draft-shapes.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { ApiError, call, send } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { measureUpload } from '#web/client/measured-upload.ts';
import type { DraftLine } from './use-draft.ts';
import { showFormFailure } from './show-form-failure.ts';

/** Parallel uploads. */
const MAX_PARALLEL = 3;

export interface FormImage {
  key: string;
  name: string;
  size: number;
  /** Set once the server has it. */
  stored?: ImageFile | undefined;
  /** From 0 to 1 during the upload. */
  share?: number | undefined;
  /** Reason why the server refused it. */
  failure?: string;
}

export interface ImageUploader {
  images: readonly FormImage[];
  stored: ImageFile[];
  /** Number of files that aren't used. */
  dropped: number;
  isSending: boolean;
  /** Images were added, removed or moved. */
  hasChanged: boolean;
  take: (files: readonly File[]) => Promise<void>;
  remove: (key: string) => void;
  /** Inserts an image at the position of another one. */
  move: (key: string, to: number) => void;
}

const toFormImage = (stored: ImageFile): FormImage => {
  const { url, name, size } = stored;
  return { key: url, name, size, stored };
};

export function useImageUploads(
  opened: Draft,
  { run, readAgain }: Pick<DraftLine, 'run' | 'readAgain'>,
): ImageUploader {
  const [images, setImages] = useState(() => opened.files.map(toFormImage));
  const { pick, dropped, isReading } = usePicking(opened.type);
  const [hasChanged, setChanged] = useState(false);
  const count = useRef(0);
  const change = (key: string, part: Partial<FormImage>) =>
    setImages((old) => old.map((image) => (image.key === key ? { ...image, ...part } : image)));
  const markMoved = useOrderKeeping(images, { run, readAgain });
  const queue = useUploads(opened, { change, onStored: readAgain });
  const take = async (files: readonly File[]) => {
    const taken = await pick(files);
    if (taken.length === 0) return;
    setChanged(true);
    const now = Date.now();
    const waiting = taken.map((file, index) => ({
      key: `upload-${(count.current += 1)}`,
      file,
      // Uploads end in any order; the time of choice keeps their order.
      chosenAt: new Date(now + index).toISOString(),
    }));
    const added = waiting.map(({ key, file }) => {
      const { name, size } = file;
      return { key, name, size, share: 0 };
    });
    setImages((old) => [...old, ...added]);
    queue.add(waiting);
  };
  const remove = (key: string) => {
    const index = images.findIndex((image) => image.key === key);
    const image = images[index];
    if (!image) return;
    const sending = queue.cancel(image);
    setImages((old) => old.filter((other) => other.key !== key));
    if (image.stored) setChanged(true);
    run(async () => {
      // The server may have received it meanwhile.
      const stored = image.stored ?? (await sending);
      if (!stored) return;
      const body = { url: stored.url, type: opened.type };
      await call(projectsContract.removeImage, { body }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return;
        setImages((old) => old.toSpliced(index, 0, toFormImage(stored)));
        showFormFailure('Couldn’t remove the image.', error);
      });
      readAgain();
    }).catch((error: unknown) => console.warn(error));
  };
  const move = (key: string, to: number) => {
    const moved = images.find((image) => image.key === key);
    if (!moved) return;
    markMoved();
    setImages(images.filter((image) => image !== moved).toSpliced(to, 0, moved));
    setChanged(true);
  };
  return {
    images,
    stored: images.flatMap((image) => image.stored ?? []),
    dropped,
    isSending: isReading || images.some(({ share }) => share !== undefined),
    hasChanged,
    take,
    remove,
    move,
  };
}

/**
 * Saves the order of the images after moves, once no upload runs. @returns a function that notes the first
 * move
 */
function useOrderKeeping(
  images: readonly FormImage[],
  { run, readAgain }: Pick<DraftLine, 'run' | 'readAgain'>,
): () => void {
  const isMoved = useRef(false);
  const wanted = useRef<string[]>(undefined);
  const save = useEffectEvent((urls: string[]) => {
    wanted.current = urls;
    run(async () => {
      if (wanted.current !== urls) return;
      await call(projectsContract.orderImages, { body: { urls } });
      readAgain();
    }).catch((error: unknown) => showFormFailure('Couldn’t save the order of the images.', error));
  });
  useEffect(() => {
    if (!isMoved.current || images.some(({ share }) => share !== undefined)) return;
    const urls = images.flatMap(({ stored }) => (stored ? [stored.url] : []));
    if (urls.length > 1) save(urls);
  }, [images]);
  return () => {
    isMoved.current = true;
  };
}

/** Reads the first bytes of files before they are uploaded. */
function usePicking(projectType: string) {
  const [dropped, setDropped] = useState(0);
  const [reading, setReading] = useState(0);
  const pick = async (files: readonly File[]): Promise<File[]> => {
    setReading((count) => count + 1);
    const picked = await pickImages(files, projectType);
    setReading((count) => count - 1);
    setDropped((count) => count + picked.dropped);
    return picked.taken;
  };
  return { pick, dropped, isReading: reading > 0 };
}

interface Waiting {
  key: string;
  file: File;
  chosenAt: string;
}

interface Running {
  own: AbortController;
  ended: Promise<ImageFile | undefined>;
}

/** Aborts uploads when the form closes. */
function useUploads(
  { id, type }: Pick<Draft, 'id' | 'type'>,
  { change, onStored }: { change: (key: string, part: Partial<FormImage>) => void; onStored: () => void },
) {
  const waiting = useRef<Waiting[]>([]);
  const isLeft = useRef(false);
  const running = useRef(new Map<string, Running>());
  useEffect(() => {
    const all = running.current;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      waiting.current = [];
      for (const { own } of all.values()) own.abort();
    };
  }, []);
  const upload = async ({ key, file, chosenAt }: Waiting, { signal }: AbortController) => {
    const body = { type, draft_id: id };
    const options = { signal, fetch: measureUpload((share) => change(key, { share })) };
    try {
      const { data } = await (isGeocoder(type)
        ? send(projectsContract.upload, { body, file }, options)
        : send(projectsContract.uploadPrimary, { body: { ...body, chosen_at: chosenAt }, file }, options));
      const [image] = Array.isArray(data) ? data : [];
      change(key, { stored: image, share: undefined });
      onStored();
      return image;
    } catch (error) {
      // The list of images shows it, too; a removed image hasn't failed.
      if (!signal.aborted) console.warn(error);
      change(key, { share: undefined, failure: formatError(error) });
      return undefined;
    } finally {
      running.current.delete(key);
      begin();
    }
  };
  const begin = () => {
    while (running.current.size < MAX_PARALLEL) {
      const next = waiting.current.shift();
      if (!next) return;
      const own = new AbortController();
      running.current.set(next.key, { own, ended: upload(next, own) });
    }
  };
  return {
    add: (more: readonly Waiting[]) => {
      if (isLeft.current) return;
      waiting.current.push(...more);
      begin();
    },
    /** @returns the image, if the server has it by now */
    cancel: ({ key, share = 0 }: FormImage): Promise<ImageFile | undefined> | undefined => {
      waiting.current = waiting.current.filter((each) => each.key !== key);
      const { own, ended } = running.current.get(key) ?? {};
      // A request that has reached the server can't be canceled.
      if (share < 1) own?.abort();
      return ended;
    },
  };
}

const JPEG = /^\xff\xd8\xff/;
/** Magic bytes of the other formats; a Geocoder tags JPEG only. */
const OTHERS = [/^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/];
/** Length of the longest signature. */
const BEGIN_BYTES = 12;

async function beginsAs(file: Blob, formats: readonly RegExp[]): Promise<boolean> {
  try {
    const bytes = new Uint8Array(await file.slice(0, BEGIN_BYTES).arrayBuffer());
    const begin = String.fromCharCode(...bytes);
    return formats.some((each) => each.test(begin));
  } catch {
    // If the browser can't read the file, the upload will fail.
    return true;
  }
}

/** Files to upload, in order; others are dropped by type, size or magic bytes. */
export async function pickImages<Each extends Blob>(
  files: readonly Each[],
  projectType: string,
): Promise<{ taken: Each[]; dropped: number }> {
  const [begin, formats] = isGeocoder(projectType) ? ['image/jpeg', [JPEG]] : ['image/', [JPEG, ...OTHERS]];
  const named = files.filter(({ type, size }) => type.startsWith(begin) && size <= IMAGE_BYTES);
  const isImage = await Promise.all(named.map((file) => beginsAs(file, formats)));
  const taken = named.filter((_, index) => isImage[index]);
  return { taken, dropped: files.length - taken.length };
}
