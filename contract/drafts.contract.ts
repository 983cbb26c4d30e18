/** Drafts by id: entries of a project form until it is saved. Only their authors see them. */
import { z } from 'zod';
import { columnChoices } from './column-choices.ts';
import {
  closedDraft,
  draft,
  draftFields,
  draftSource,
  draftWithTowns,
  fixedDraft,
  inspectedDraft,
  readingChoices,
  textPreview,
} from './draft-shapes.ts';
import { defineContract } from './endpoint.ts';
import { GUID_META, multilineText, storable, timestamp } from './fields.ts';
import { fixRequest } from './inspection-shapes.ts';
import { FOOTER_CHARACTERS, SHEET_BYTES } from './limits.ts';
import { townFilter } from './places.contract.ts';
import { draftForm, projectType, script } from './project-shapes.ts';

const params = z.object({ id: z.guid().meta(GUID_META) });
const own = { access: 'user', rows: 'self' } as const;
const one = { ...own, path: '/api/v1/projects/drafts/{id}', params } as const;
const combined = { ...one, path: '/api/v1/projects/drafts/{id}/combined-list', reply: draft } as const;
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
      from: draftSource.optional().describe('Draft whose files are copied'),
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
  putCombined: {
    ...combined,
    id: 'drafts.putCombined',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary:
      'Stores a second list (CSV, TSV or XLSX), each row of which is combined with each row of the sheet.',
    body: z.object({}),
    upload: { field: 'file', maxBytes: SHEET_BYTES },
    bodyBytes: SHEET_BYTES + 1024 * 1024,
  },
  dropCombined: {
    ...combined,
    id: 'drafts.dropCombined',
    method: 'DELETE',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    summary: 'Removes the second list from a draft.',
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
  preview: {
    ...one,
    id: 'drafts.preview',
    method: 'POST',
    audit: { none: 'Makes no changes', changesNothing: true },
    path: '/api/v1/projects/drafts/{id}/preview',
    summary: 'Fills a template text for the first rows of the sheet of a draft.',
    body: z.object({ text: storable(multilineText(FOOTER_CHARACTERS)) }),
    callsPerMinute: OFTEN,
    reply: textPreview,
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
  addTowns: {
    ...one,
    id: 'drafts.addTowns',
    method: 'POST',
    audit: { none: 'A draft is unsaved work of its author; saving it is recorded' },
    path: '/api/v1/projects/drafts/{id}/towns',
    summary: 'Adds towns to the sheet of a draft, or creates it; leaves out towns that it has.',
    body: z.object(townFilter),
    reply: draftWithTowns,
  },
  problemSheet: {
    ...one,
    id: 'drafts.problemSheet',
    method: 'GET',
    path: '/api/v1/projects/drafts/{id}/problem-sheet',
    summary: 'Downloads all rows of a draft that have a problem, as CSV.',
    reply: z.string(),
    replyType: 'file',
  },
});
