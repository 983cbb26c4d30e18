/** Tutorials: all users read them, administrators write them. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import {
  commaJoined,
  idParams,
  imageUpload,
  listQuery,
  requiredText,
  rowId,
  storable,
  multilineText,
  webLink,
} from './fields.ts';
import { MAX_INTEGER } from './limits.ts';
import { describeCalls, savedRow } from './saved-resource.ts';

export const LEVELS = ['easy', 'medium', 'hard'] as const;
const TITLE_CHARACTERS = 300;
const DESCRIPTION_CHARACTERS = 10_000;
/** The specification's message says 15, its rule 8. */
const MIN_DESCRIPTION_CHARACTERS = 8;

const level = z.enum(LEVELS);
const description = storable(
  multilineText(
    DESCRIPTION_CHARACTERS,
    'Tutorial description must be at most 10,000 characters',
    'Tutorial description is required',
  )
    .trim()
    .min(1, { error: 'Tutorial description is required', abort: true })
    .min(MIN_DESCRIPTION_CHARACTERS, 'Tutorial description must be at least 15 characters'),
);

/** Reply of an upload; empty for none. */
const previewName = z.string().regex(/^([0-9a-f-]{36}\.webp)?$/, 'must be the name of a preview image');

const tutorialForm = z.object({
  title: requiredText('Title', TITLE_CHARACTERS),
  description,
  link: webLink('Link to video is required'),
  difficulty_level: level.default('easy'),
  preview_name: previewName.optional().describe('Empty for none; omitted: that of the tutorial'),
});

export const tutorial = savedRow('tutorial', {
  title: z.string(),
  description: z.string(),
  link: z.string(),
  level,
  preview_url: z.string().nullable(),
  preview_name: z.string().nullable(),
}).meta({ id: 'Tutorial' });

export type Tutorial = z.output<typeof tutorial>;

const read = { access: 'user', rows: 'shared' } as const;
const write = { ...read, access: 'admin' } as const;
const calls = describeCalls('tutorials', 'a tutorial', {
  kind: 'tutorial',
  row: tutorial,
  form: tutorialForm,
  read,
  write,
});

export const tutorialsContract = defineContract({
  list: {
    ...calls.list,
    query: z.object({
      ...listQuery(['position', 'title', 'created_at', 'updated_at'], 'position'),
      level: commaJoined(LEVELS).describe('Difficulty levels, comma-joined'),
    }),
  },
  levels: {
    ...read,
    id: 'tutorials.levels',
    method: 'GET',
    path: '/api/v1/tutorials/level-list',
    summary: 'Lists the difficulty levels.',
    reply: z.array(z.object({ name: level })),
  },
  create: calls.create,
  show: calls.show,
  edit: calls.edit,
  update: calls.update,
  remove: { ...calls.remove, summary: 'Deletes a tutorial and its preview image.' },
  move: {
    ...write,
    id: 'tutorials.move',
    method: 'PUT',
    audit: ['tutorial.update'],
    path: '/api/v1/tutorials/{id}/place',
    summary: 'Moves a tutorial to another place in the list.',
    params: idParams,
    body: z.object({
      place: z
        .int()
        .min(1)
        .max(MAX_INTEGER)
        .describe('Position from 1; a number beyond the end of the list means the end'),
    }),
    reply: z.object({ place: z.int(), total: z.int() }),
  },
  uploadPreview: {
    ...write,
    ...imageUpload('file'),
    id: 'tutorials.uploadPreview',
    method: 'POST',
    audit: { none: 'The picture is unused until its tutorial is saved, which is recorded' },
    path: '/api/v1/tutorials/upload-preview',
    summary: 'Uploads a preview image (JPEG, PNG or WebP) for a tutorial that is saved later.',
    body: z.object({}),
    reply: z.object({ preview_url: z.string(), preview_name: z.string() }),
  },
  deletePreview: {
    ...write,
    id: 'tutorials.deletePreview',
    method: 'DELETE',
    audit: ['tutorial.update'],
    path: '/api/v1/tutorials/delete-preview',
    summary: 'Deletes a preview image, also of the tutorial that shows it.',
    body: z.object({ preview_name: previewName.min(1), id: rowId.optional() }),
    reply: z.object({}),
  },
});
