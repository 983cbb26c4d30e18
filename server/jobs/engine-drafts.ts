/** Runs draft tasks on an engine thread and converts the results to the server's shapes. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { getPlatform, type PlatformId, recognizePlatforms, toEstimateReport } from '#engine';
import { readSheetText } from '#pump/draft-sheet.ts';
import { fixDraft } from '#pump/fix-draft.ts';
import {
  type DraftInput as EngineDraft,
  estimateDraft,
  inspectDraft,
  listProblemRows,
  previewDraft,
} from '#pump/inspect-draft.ts';
import type {
  DraftResult,
  DraftInput,
  EstimateResult,
  FixResult,
  FixInput,
  PreviewResult,
  PreviewInput,
  RecognizeInput,
  SheetTextResult,
  SheetTextInput,
} from './engine-task.ts';
import { openTowns } from './engine-places.ts';
import { cutProblems, parseTowns, readSchedule } from './engine-work.ts';

function toDraft({ type, userId: _user, knownTowns, ...draft }: DraftInput): EngineDraft {
  const { schedule, scheduledDates } = readSchedule(draft);
  return {
    ...draft,
    schedule,
    scheduledDates,
    places: openTowns,
    knownTowns: parseTowns(knownTowns),
    format: isGeocoder(type) ? 'geocoder' : getPlatform(type).id,
  };
}

export function handleInspect(input: DraftInput): DraftResult {
  const result = inspectDraft(toDraft(input));
  const { inspection } = result;
  const { problems } = cutProblems([...readSchedule(input).problems, ...inspection.problems]);
  return { ...result, inspection: { ...inspection, problems } };
}

export function handleEstimate(input: DraftInput, isCanceled: () => boolean): EstimateResult {
  const estimate = estimateDraft(toDraft(input), isCanceled);
  return estimate && toEstimateReport(estimate);
}

export function handleFix({ request, ...input }: FixInput): FixResult {
  return fixDraft(toDraft(input), request);
}

export function handlePreview({ text, ...input }: PreviewInput): PreviewResult {
  const { rows, problems } = previewDraft(toDraft(input), text);
  return { rows, problems: cutProblems(problems).problems };
}

export function handleProblemSheet(input: DraftInput): Uint8Array<ArrayBuffer> | undefined {
  const rows = listProblemRows(toDraft(input));
  return rows && new TextEncoder().encode(BYTE_ORDER_MARK + rows.map(writeRecord).join(''));
}

export function handleSheetText({ sheet }: SheetTextInput): SheetTextResult {
  const { text, problems } = readSheetText(sheet);
  const cut = cutProblems(problems);
  return { problems: cut.problems, ...(text !== undefined && { text: new TextEncoder().encode(text) }) };
}

export function handleRecognize({ seed }: RecognizeInput): readonly PlatformId[] {
  return recognizePlatforms(seed.bytes, seed.file);
}
