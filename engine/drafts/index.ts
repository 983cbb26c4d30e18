/**
 * What a form asks about the project that is being made: reads the seed and the sheet as they were given,
 * reports what they hold, and makes the one change that helps.
 */
export { type DraftInput, type DraftInspection, inspectDraft, listProblemRows } from './inspect-draft.ts';
export { type FixedDraft, type FixRequest, fixDraft } from './fix-draft.ts';
export { type DraftSheet, readDraftSheet, readSheetText } from './draft-sheet.ts';
