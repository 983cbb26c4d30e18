/**
 * Drafts of projects: reads the seed and the sheet as they were uploaded,
 * reports what they hold, and makes the one change that helps.
 */
export { type DraftInput, inspectDraft, listProblemRows } from './inspect-draft.ts';
export { fixDraft } from './fix-draft.ts';
export { type DraftSheet, readDraftSheet, readSheetText } from './draft-sheet.ts';
