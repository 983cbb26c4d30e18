/** The images of a form: each goes to the draft on the server as soon as it was chosen, a few at once. */
import { useEffect, useRef, useState } from 'react';
import type { Draft } from '#contract/draft-shapes.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call, send } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { measureUpload } from '#web/client/measured-upload.ts';
import { pickImages } from './image-file.rules.ts';
import type { DraftLine } from './use-draft.ts';
import { useImageOrder } from './use-image-order.ts';

/** Parallel uploads. */
const MAX_PARALLEL = 3;

export interface FormImage {
  key: string;
  name: string;
  size: number;
  /** Once the server has it. */
  stored?: ImageFile | undefined;
  /** From 0 to 1, while it is on its way. */
  share?: number | undefined;
  /** Why the server did not take it. */
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
  /** Puts an image where another one is, which makes room. */
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
  const order = useImageOrder(images, readAgain);
  const queue = useUploads(opened, { change, onStored: readAgain });
  const take = async (files: readonly File[]) => {
    const taken = await pick(files);
    if (taken.length === 0) return;
    setChanged(true);
    const now = Date.now();
    const waiting = taken.map((file, index) => ({
      key: `upload-${(count.current += 1)}`,
      file,
      // uploads end in any order; the time of choice keeps their order
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
    const stored = images.find((image) => image.key === key)?.stored;
    queue.cancel(key);
    setImages((old) => old.filter((image) => image.key !== key));
    if (!stored) return;
    setChanged(true);
    const body = { url: stored.url, type: opened.type };
    run(() => call(projectsContract.removeImage, { body }))
      .then(readAgain)
      .catch((error: unknown) => console.warn(error));
  };
  const move = (key: string, to: number) => {
    const moved = images.find((image) => image.key === key);
    if (!moved) return;
    order.markMoved();
    setImages(images.filter((image) => image !== moved).toSpliced(to, 0, moved));
    setChanged(true);
  };
  return {
    images,
    stored: images.flatMap((image) => image.stored ?? []),
    dropped,
    isSending: isReading || order.isSending || images.some(({ share }) => share !== undefined),
    hasChanged,
    take,
    remove,
    move,
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

/** Leaving the form ends what is on its way. */
function useUploads(
  { id, type }: Pick<Draft, 'id' | 'type'>,
  { change, onStored }: { change: (key: string, part: Partial<FormImage>) => void; onStored: () => void },
) {
  const waiting = useRef<Waiting[]>([]);
  const isLeft = useRef(false);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = running.current;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      waiting.current = [];
      for (const own of all.values()) own.abort();
    };
  }, []);
  const upload = async ({ key, file, chosenAt }: Waiting) => {
    const own = new AbortController();
    running.current.set(key, own);
    const body = { type, draft_id: id };
    const fetch = measureUpload((share) => change(key, { share }));
    try {
      const options = { signal: own.signal, fetch };
      const { data } = await (isGeocoder(type)
        ? send(projectsContract.upload, { body, file }, options)
        : send(projectsContract.uploadPrimary, { body: { ...body, chosen_at: chosenAt }, file }, options));
      const [image] = Array.isArray(data) ? data : [];
      change(key, { stored: image, share: undefined });
      onStored();
    } catch (error) {
      // the list of images shows it too; a removed image hasn't failed
      if (!own.signal.aborted) console.warn(error);
      change(key, { share: undefined, failure: formatError(error) });
    }
    running.current.delete(key);
    begin();
  };
  const begin = () => {
    while (running.current.size < MAX_PARALLEL) {
      const next = waiting.current.shift();
      if (!next) return;
      void upload(next);
    }
  };
  return {
    add: (more: readonly Waiting[]) => {
      if (isLeft.current) return;
      waiting.current.push(...more);
      begin();
    },
    cancel: (key: string) => {
      waiting.current = waiting.current.filter((each) => each.key !== key);
      running.current.get(key)?.abort();
    },
  };
}
