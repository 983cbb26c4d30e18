/** Seed page and sheet of the form: read in this browser, and another seed than the stored one brought to the draft. */
import { useEffect, useState } from 'react';
import type { ImageFile } from '#contract/image-shapes.ts';
import type { PageImage } from '#engine';
import type { HeldForm } from './form-memory.ts';
import type { FormStart } from './form-start.ts';
import { readSite } from './project-form.rules.ts';
import { typeOf } from '../shared/project-types.rules.ts';
import { type FormReading, useFormReading } from './use-form-reading.ts';
import { type ImageUploader, useImageUploads } from './use-image-uploads.ts';
import { type SeedUploader, useSeedUpload } from './use-seed-upload.ts';

export interface FormFiles {
  images: ImageUploader;
  reading: FormReading;
  uploader: SeedUploader;
  hasSeed: boolean;
  hasData: boolean;
  /** Another seed or sheet than the form began with. */
  hasChanged: { seed: boolean; manual: boolean; images: boolean };
  /** The seed that the draft should have: another than the form began with, which has not failed on its way. */
  seedOfDraft: File | null;
  /** What is shown has been read to its end. */
  isRead: boolean;
  /** Puts in what the draft has. */
  loadDraft: (files: Parameters<FormReading['load']>[0] & Pick<HeldForm, 'images'>) => void;
}

/** As the server shows it on pages, but for its address there, which is of no account here. */
const toPageImage = ({ url, name }: ImageFile): PageImage => ({ url, alt: name.replace(/\.[^.]{1,5}$/, '') });

export function useFormFiles(start: FormStart): FormFiles {
  const { values, project } = start;
  const uploader = useSeedUpload(start);
  const images = useImageUploads(start);
  const reading = useFormReading(
    {
      footer: values.footer_links,
      keep: values.keep,
      page: values.seed_page,
      site: readSite(values.site_base_url),
      format: typeOf(start.type),
      templates: { fileName: values.file_name, caption: values.caption },
      ...(start.type !== 'geocoder' && { images: images.stored.map(toPageImage) }),
    },
    uploader.forget,
  );
  const [atStart] = useState({ seed: project?.seed ?? null, manual: project?.manual ?? null });
  const { seed } = reading.inputs;
  const hasSeed = start.type === 'geocoder' ? images.stored.length > 0 : seed !== null;
  const hasData = reading.manual !== null;
  const { kind } = uploader.upload;
  return {
    images,
    reading,
    uploader,
    seedOfDraft: seed !== atStart.seed && kind !== 'sending' && kind !== 'failed' ? seed : null,
    hasSeed,
    hasData,
    hasChanged: {
      seed: seed !== atStart.seed,
      manual: reading.manual !== atStart.manual,
      images: images.hasChanged,
    },
    isRead: (seed === null || reading.isFresh.seed) && (!hasData || reading.isFresh.sheet),
    loadDraft: ({ images: drafted, ...files }) => {
      if (files.seed) uploader.markDone();
      if (drafted) images.load(drafted);
      reading.load(files);
    },
  };
}

/**
 * A seed page goes to the draft as soon as it is there and the draft is this form's own.
 * @param isOwn something is to be kept, and no earlier draft is in its place
 */
export function useBringSeed({ uploader, seedOfDraft }: FormFiles, isOwn: boolean): void {
  const { upload, send } = uploader;
  const isDue = isOwn && upload.kind === 'none';
  useEffect(() => {
    if (isDue && seedOfDraft) void send(seedOfDraft);
  }, [isDue, seedOfDraft, send]);
}
