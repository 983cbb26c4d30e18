/** Tutorials: everybody reads them, administrators write them. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import {
  commaJoined,
  idParams,
  listQuery,
  loadedRevision,
  moment,
  requiredText,
  rowId,
  storable,
  typedLines,
} from './fields.ts';
import { IMAGE_BYTES, LINK_CHARACTERS } from './limits.ts';

export const LEVELS = ['easy', 'medium', 'hard'] as const;
const TITLE_CHARACTERS = 300;
const DESCRIPTION_CHARACTERS = 10_000;
/** The specification's message says 15, its rule 8. */
const DESCRIPTION_LEAST = 8;

const level = z.enum(LEVELS);
const description = storable(
  typedLines(
    DESCRIPTION_CHARACTERS,
    'Tutorial description must be at most 10,000 characters',
    'Tutorial description is required',
  )
    .trim()
    .min(1, { error: 'Tutorial description is required', abort: true })
    .min(DESCRIPTION_LEAST, 'Tutorial description must be at least 15 characters'),
);

/** As an upload was answered; empty for none. */
const previewName = z.string().regex(/^([0-9a-f-]{36}\.webp)?$/, 'is no name of a preview image');

const tutorialFields = {
  title: requiredText('Title', TITLE_CHARACTERS),
  description,
  link: storable(
    z
      .string('Link to video is required')
      .trim()
      .min(1, { error: 'Link to video is required', abort: true })
      .max(LINK_CHARACTERS, 'Enter a valid URL')
      .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'Enter a valid URL'),
  ),
  difficulty_level: level.default('easy'),
  preview_name: previewName.optional().describe('Empty for none; omitted: that of the tutorial'),
};

export const tutorial = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    link: z.string(),
    level,
    preview_url: z.string().nullable(),
    preview_name: z.string().nullable(),
    revision: z.int().describe('What the next save of this tutorial names'),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Tutorial' });

export type Tutorial = z.output<typeof tutorial>;

const read = { rows: 'shared', access: 'user' } as const;
const written = { ...read, access: 'admin' } as const;
const path = '/api/v1/tutorials';

export const tutorialsContract = defineContract({
  list: {
    ...read,
    id: 'tutorials.list',
    method: 'GET',
    path,
    summary: 'Lists the tutorials.',
    query: z.object({
      ...listQuery(['title', 'created_at', 'updated_at'], '-created_at'),
      level: commaJoined(LEVELS).describe('Difficulty levels, comma-joined'),
    }),
    reply: z.array(tutorial),
    answers: 'list',
  },
  levels: {
    ...read,
    id: 'tutorials.levels',
    method: 'GET',
    path: `${path}/level-list`,
    summary: 'Lists the difficulty levels.',
    reply: z.array(z.object({ name: level })),
  },
  create: {
    ...written,
    id: 'tutorials.create',
    method: 'POST',
    path,
    summary: 'Adds a tutorial.',
    body: z.object(tutorialFields),
    reply: tutorial,
    status: 201,
  },
  show: {
    ...read,
    id: 'tutorials.show',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Shows a tutorial.',
    params: idParams,
    reply: z.array(tutorial),
  },
  edit: {
    ...written,
    id: 'tutorials.edit',
    method: 'GET',
    path: `${path}/{id}/edit`,
    summary: 'Shows a tutorial as the edit form needs it.',
    params: idParams,
    reply: z.array(tutorial),
  },
  update: {
    ...written,
    id: 'tutorials.update',
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Changes a tutorial.',
    params: idParams,
    body: z.object({ ...tutorialFields, revision: loadedRevision }),
    reply: tutorial,
  },
  remove: {
    ...written,
    id: 'tutorials.remove',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Deletes a tutorial and its preview image.',
    params: idParams,
    reply: z.object({}),
    answers: 'message',
  },
  uploadPreview: {
    ...written,
    id: 'tutorials.uploadPreview',
    method: 'POST',
    path: `${path}/upload-preview`,
    summary: 'Uploads a preview image (JPEG, PNG or WebP) for a tutorial that is saved later.',
    body: z.object({}),
    upload: { field: 'file', maxBytes: IMAGE_BYTES },
    bodyBytes: IMAGE_BYTES + 64 * 1024,
    reply: z.object({ preview_url: z.string(), preview_name: z.string() }),
  },
  deletePreview: {
    ...written,
    id: 'tutorials.deletePreview',
    method: 'DELETE',
    path: `${path}/delete-preview`,
    summary: 'Deletes a preview image, also of the tutorial that shows it.',
    body: z.object({ preview_name: previewName.min(1), id: rowId.optional() }),
    reply: z.object({}),
  },
});
