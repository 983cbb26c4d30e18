/** Answers a form's questions about its draft on a thread: the engine's results in the server's shapes. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { getPlatform, type PlatformId, recognizePlatforms } from '#engine';
import { readSheetText } from '#pump/draft-sheet.ts';
import { fixDraft } from '#pump/fix-draft.ts';
import { type DraftInput as EngineDraft, inspectDraft, listProblemRows } from '#pump/inspect-draft.ts';
import type {
  DraftAnswer,
  DraftInput,
  FixAnswer,
  FixInput,
  RecognizeInput,
  SheetTextAnswer,
  SheetTextInput,
} from './engine-task.ts';
import { cutProblems } from './engine-work.ts';

function toDraft({ type, userId: _person, ...draft }: DraftInput): EngineDraft {
  return { ...draft, format: isGeocoder(type) ? 'geocoder' : getPlatform(type).id };
}

export function answerInspect(input: DraftInput): DraftAnswer {
  const answer = inspectDraft(toDraft(input));
  const { inspection } = answer;
  const { problems } = cutProblems(inspection.problems);
  return { ...answer, inspection: { ...inspection, problems } };
}

export function answerFix({ request, ...input }: FixInput): FixAnswer {
  return fixDraft(toDraft(input), request);
}

export function answerProblemSheet(input: DraftInput): Uint8Array<ArrayBuffer> | undefined {
  const rows = listProblemRows(toDraft(input));
  return rows && new TextEncoder().encode(BYTE_ORDER_MARK + rows.map(writeRecord).join(''));
}

export function answerSheetText({ sheet }: SheetTextInput): SheetTextAnswer {
  const { text, problems } = readSheetText(sheet);
  const cut = cutProblems(problems);
  return { problems: cut.problems, ...(text !== undefined && { text: new TextEncoder().encode(text) }) };
}

export function answerRecognize({ seed }: RecognizeInput): readonly PlatformId[] {
  return recognizePlatforms(seed.bytes, seed.file);
}
