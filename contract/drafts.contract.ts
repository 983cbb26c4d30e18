/** Drafts by id: entries of a project form until it is saved. Only their authors see them. */
import { z } from 'zod';
import { columnChoices } from './column-choices.ts';
import {
  closedDraft,
  draft,
  draftFields,
  draftSource,
  fixedDraft,
  inspectedDraft,
  readingChoices,
} from './draft-shapes.ts';
import { defineContract } from './endpoint.ts';
import { GUID_META, timestamp } from './fields.ts';
import { fixRequest } from './inspection-shapes.ts';
import { SHEET_BYTES } from './limits.ts';
import { draftForm, projectType, script } from './project-shapes.ts';

const params = z.object({ id: z.guid().meta(GUID_META) });
const own = { access: 'user', rows: 'self' } as const;
const one = { ...own, path: '/api/v1/projects/drafts/{id}', params } as const;
const sheet = { ...one, path: '/api/v1/projects/drafts/{id}/sheet', reply: draft } as const;
/** A form asks after each pause in typing. */
const OFTEN = 240;

export const draftsContract = defineContract({
  open: {
    ...own,
    id: 'drafts.open',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    path: '/api/v1/projects/drafts',
    summary: 'Opens a draft: a blank one, or a copy of a project that is edited.',
    body: z.object({
      type: projectType,
      ...draftForm.shape,
      from: draftSource.optional().describe('A draft that it takes files over from'),
    }),
    reply: draft,
    status: 201,
  },
  findClosed: {
    ...own,
    id: 'drafts.findClosed',
    method: 'GET',
    path: '/api/v1/projects/drafts',
    summary: 'Finds the newest closed draft of a form that can be restored.',
    query: draftForm,
    reply: closedDraft.nullable(),
  },
  show: { ...one, id: 'drafts.show', method: 'GET', summary: 'Shows a draft.', reply: draft },
  keep: {
    ...one,
    id: 'drafts.keep',
    method: 'PUT',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary: 'Saves what was typed into a form.',
    body: z.object({ fields: draftFields }),
    callsPerMinute: OFTEN,
    reply: z.object({
      updated_at: timestamp,
      columns: columnChoices
        .nullable()
        .describe('Choices of the draft if a new project got a domain with remembered choices, else null'),
    }),
  },
  restore: {
    ...one,
    id: 'drafts.restore',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    path: '/api/v1/projects/drafts/{id}/restore',
    summary: 'Opens a closed draft again.',
    reply: draft,
  },
  discard: {
    ...one,
    id: 'drafts.discard',
    method: 'DELETE',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary: 'Deletes a draft with its files: the Cancel button of a form.',
    reply: z.object({}),
  },
  putSheet: {
    ...sheet,
    id: 'drafts.putSheet',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary: 'Stores a sheet (CSV, TSV or XLSX) or pasted rows in a draft.',
    body: z.object({ script: script.optional() }),
    upload: { field: 'file', maxBytes: SHEET_BYTES, largeField: 'script' },
    bodyBytes: SHEET_BYTES + 1024 * 1024,
  },
  readSheetAs: {
    ...sheet,
    id: 'drafts.readSheetAs',
    method: 'PUT',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary: 'Chooses how the sheet of a draft is read.',
    body: readingChoices,
  },
  dropSheet: {
    ...sheet,
    id: 'drafts.dropSheet',
    method: 'DELETE',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary: 'Removes the sheet from a draft.',
  },
  dropSeed: {
    ...one,
    id: 'drafts.dropSeed',
    method: 'DELETE',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    path: '/api/v1/projects/drafts/{id}/seed',
    summary: 'Removes the seed page from a draft.',
    reply: draft,
  },
  fetchSheet: {
    ...one,
    id: 'drafts.fetchSheet',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    path: '/api/v1/projects/drafts/{id}/fetch-sheet',
    summary: 'Fetches the sheet that a draft links to.',
    reply: draft,
  },
  inspect: {
    ...one,
    id: 'drafts.inspect',
    method: 'POST',
    audit: { none: 'Makes no changes', changesNothing: true },
    path: '/api/v1/projects/drafts/{id}/inspect',
    summary: 'Reads the seed and sheet of a draft and reports what a save would build.',
    callsPerMinute: OFTEN,
    reply: inspectedDraft,
  },
  fix: {
    ...one,
    id: 'drafts.fix',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    path: '/api/v1/projects/drafts/{id}/fix',
    summary: 'Applies one fix to the seed or the sheet of a draft, if it helps.',
    body: fixRequest,
    reply: fixedDraft,
  },
  problemSheet: {
    ...one,
    id: 'drafts.problemSheet',
    method: 'GET',
    path: '/api/v1/projects/drafts/{id}/problem-sheet',
    summary: 'Downloads all rows of a draft that have a problem, as CSV.',
    reply: z.string(),
    answers: 'file',
  },
});
