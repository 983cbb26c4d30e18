/** Projects. Unusual paths come from the specification. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { problem } from './envelope.ts';
import {
  commaJoined,
  GUID_META,
  ROW_ID_META,
  idParams,
  imageUpload,
  listQuery,
  timestamp,
  pageQuery,
  rowId,
  search,
} from './fields.ts';
import { imageFile, townImages } from './image-shapes.ts';
import { MAX_IMAGES, LINK_CHARACTERS, SEED_BYTES, SHEET_BYTES } from './limits.ts';
import {
  draftForm,
  PROJECT_STATES,
  project,
  projectFields,
  projectFigures,
  projectListItem,
  projectType,
  saveReply,
} from './project-shapes.ts';
import { PROJECT_TYPES } from './project-types.ts';
import { qualityGate } from './quality-gate.ts';

/** `script` with its JSON overhead. */
const DATA_BODY_BYTES = SHEET_BYTES + 8 * 1024 * 1024;
const emptyReply = z.object({});

/** Destination of an uploaded file. */
const uploadForm = z.object({
  type: projectType,
  ...draftForm.shape,
  draft_id: z
    .guid()
    .optional()
    .meta({
      ...GUID_META,
      description: 'Omitted: the newest open draft of that type and project, or a new one',
    }),
});

const seedUpload = z
  .object({
    id: z.guid(),
    draft_id: z.guid().describe('Draft that has the file now'),
    name: z.string(),
    size: z.int(),
    url: z.string(),
    placeholders: z.array(z.string()),
    record_count: z.int(),
    problems: z.array(problem),
  })
  .meta({ id: 'SeedUpload' });

export const projectsContract = defineContract({
  list: {
    id: 'projects.list',
    method: 'GET',
    path: '/api/v1/projects',
    access: 'user',
    rows: 'own',
    summary: 'Lists the caller’s projects.',
    query: z.object({
      ...listQuery(['title', 'updated_at', 'created_at', 'pages'], '-updated_at'),
      state: commaJoined(PROJECT_STATES).describe('States that the projects show, comma-joined'),
      type: commaJoined(PROJECT_TYPES).describe('Types of the projects, comma-joined'),
      domain_id: rowId.optional().meta({ ...ROW_ID_META, description: 'Only projects of this domain' }),
    }),
    reply: z.array(projectListItem),
    replyType: 'list',
  },
  savePace: {
    id: 'projects.savePace',
    method: 'GET',
    path: '/api/v1/projects/save-pace',
    access: 'user',
    rows: 'own',
    summary: 'Shows how many saves the caller has left this hour under the plan of the workspace.',
    query: z.object({ project_id: rowId.optional().describe('Omitted for a new project') }),
    reply: z
      .object({
        plan: z.string(),
        limit: z.int().describe('-1 for no limit'),
        left: z.int(),
        resets_at: timestamp.nullable().describe('When the hour ends; null before its first save'),
      })
      .meta({ id: 'SavePace' }),
  },
  figures: {
    id: 'projects.figures',
    method: 'GET',
    path: '/api/v1/projects/figures',
    access: 'user',
    rows: 'own',
    summary: 'Totals the caller’s projects: pages, skipped rows, and how many are in each state.',
    reply: projectFigures,
  },
  show: {
    id: 'projects.show',
    method: 'GET',
    path: '/api/v1/projects/{id}',
    access: 'user',
    rows: 'own',
    summary: 'Shows a project with its files, its last run and its progress.',
    params: idParams,
    reply: z.array(project),
  },
  edit: {
    id: 'projects.edit',
    method: 'GET',
    path: '/api/v1/projects/{id}/edit',
    access: 'user',
    rows: 'own',
    summary: 'Shows a project as the edit form needs it.',
    params: idParams,
    reply: z.array(project),
  },
  images: {
    id: 'projects.images',
    method: 'GET',
    path: '/api/v1/projects/{id}/images',
    access: 'user',
    rows: 'own',
    summary: 'Lists the copies of the current run of a Geocoder, by town.',
    params: idParams,
    query: z.object({ ...pageQuery, search }),
    reply: z.array(townImages),
    replyType: 'list',
  },
  save: {
    id: 'projects.save',
    method: 'POST',
    audit: ['project.create', 'project.update'],
    path: '/api/v1/save-xml',
    access: 'user',
    rows: 'own',
    summary: 'Saves a project and starts its run, or asks whether to split the output.',
    body: projectFields,
    upload: { field: 'file', maxBytes: SEED_BYTES, largeField: 'script' },
    bodyBytes: DATA_BODY_BYTES + SEED_BYTES,
    reply: saveReply,
  },
  update: {
    id: 'projects.update',
    method: 'PUT',
    audit: ['project.update'],
    path: '/api/v1/projects/{id}',
    access: 'user',
    rows: 'own',
    summary: 'Saves the edit form and starts a run, or asks whether to split the output.',
    params: idParams,
    body: projectFields,
    upload: {
      field: 'file',
      otherField: 'uploadedSeedPage',
      orJson: true,
      maxBytes: SEED_BYTES,
      largeField: 'script',
    },
    bodyBytes: DATA_BODY_BYTES + SEED_BYTES,
    reply: saveReply,
  },
  setQualityGate: {
    id: 'projects.setQualityGate',
    method: 'PUT',
    audit: ['project.update'],
    path: '/api/v1/projects/{id}/quality-gate',
    access: 'user',
    rows: 'own',
    summary: 'Sets or removes the quality gate of a project, from its next run on.',
    params: idParams,
    body: z.object({ gate: qualityGate.nullable() }),
    reply: z.object({ gate: qualityGate.nullable() }),
  },
  test: {
    id: 'projects.test',
    method: 'POST',
    audit: { none: 'Makes samples without changing the project' },
    path: '/api/v1/save-test',
    access: 'user',
    rows: 'own',
    summary: 'Builds three sample pages without replacing the last full run.',
    body: projectFields,
    bodyBytes: DATA_BODY_BYTES,
    callsPerMinute: 20,
    reply: saveReply,
  },
  remove: {
    id: 'projects.remove',
    method: 'DELETE',
    audit: ['project.delete'],
    path: '/api/v1/projects',
    access: 'user',
    rows: 'own',
    summary: 'Deletes a project with its runs and stored files.',
    query: z.object({ project_id: rowId, type: projectType }),
    reply: emptyReply,
    replyType: 'message',
  },
  cancelDraft: {
    id: 'projects.cancelDraft',
    method: 'GET',
    path: '/api/v1/project/cancel-project',
    access: 'user',
    rows: 'self',
    summary: 'Closes all open drafts and a run that waits for the split answer; runs in progress continue.',
    reply: emptyReply,
  },
  upload: {
    id: 'projects.upload',
    method: 'POST',
    audit: { none: 'The file belongs to a draft until the draft is saved, which is recorded' },
    path: '/api/v1/upload',
    access: 'user',
    rows: 'self',
    summary: 'Uploads a seed page, or a JPEG image of a Geocoder, into the draft of a form.',
    body: uploadForm,
    upload: { field: 'file', maxBytes: SEED_BYTES },
    bodyBytes: SEED_BYTES + 1024 * 1024,
    callsPerMinute: 600,
    reply: z.union([seedUpload, z.array(imageFile)]),
  },
  uploadPrimary: {
    id: 'projects.uploadPrimary',
    method: 'POST',
    audit: { none: 'The file belongs to a draft until the draft is saved, which is recorded' },
    path: '/api/v1/images/upload-primary',
    access: 'user',
    rows: 'self',
    summary: 'Uploads a primary image (JPEG, PNG or WebP) into the draft of a form.',
    body: uploadForm.extend({
      chosen_at: z.iso.datetime().optional().describe('Images are in the order of these; omitted, now'),
    }),
    ...imageUpload('file'),
    callsPerMinute: 600,
    reply: z.array(imageFile),
  },
  removeImage: {
    id: 'projects.removeImage',
    method: 'DELETE',
    audit: ['project.update'],
    path: '/api/v1/images/delete-upload',
    access: 'user',
    rows: 'own',
    summary: 'Removes an image from the draft or project that has it.',
    body: z.object({
      url: z.string().max(LINK_CHARACTERS).describe('As the upload returned it'),
      type: projectType,
    }),
    callsPerMinute: 600,
    reply: emptyReply,
  },
  orderImages: {
    id: 'projects.orderImages',
    method: 'PUT',
    audit: ['project.update'],
    path: '/api/v1/images/order',
    access: 'user',
    rows: 'own',
    summary: 'Reorders the images of a form, its draft and its project.',
    body: z.object({
      urls: z
        .array(z.string().max(LINK_CHARACTERS))
        .min(1)
        .max(MAX_IMAGES)
        .describe('As the uploads returned them, first to last'),
    }),
    callsPerMinute: 600,
    reply: emptyReply,
  },
  recognize: {
    id: 'projects.recognize',
    method: 'POST',
    audit: { none: 'Reads a file without storing it' },
    path: '/api/v1/projects/recognize',
    access: 'user',
    rows: 'self',
    summary: 'Finds the platform that a file comes from, and opens a draft with it as the seed page.',
    body: z.object({}),
    upload: { field: 'file', maxBytes: SEED_BYTES },
    bodyBytes: SEED_BYTES + 1024 * 1024,
    callsPerMinute: 20,
    reply: z
      .object({
        platforms: z.array(z.string()).describe('Most likely first; if there are several, choose one'),
        draft_id: z.guid().optional().describe('If the file identifies its platform'),
      })
      .meta({ id: 'RecognizedFile' }),
  },
});
