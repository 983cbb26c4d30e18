/**
 * Drafts of projects: reads the seed and the sheet as they were uploaded,
 * reports what they contain, and applies fixes.
 */
export { type DraftInput, inspectDraft, listProblemRows } from './inspect-draft.ts';
export { type FixedDraft, fixDraft } from './fix-draft.ts';
export { type DraftSheet, readDraftSheet, readSheetText } from './draft-sheet.ts';
