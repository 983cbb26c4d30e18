/** Compares pages of a run on an engine thread. */
import { getPlatform } from '#engine';
import { compareFilePages } from '#pump/compare-texts.ts';
import type { CompareTextsInput, CompareTextsResult } from './engine-task.ts';

/** Reads the files and compares the pages. */
export function handleCompareTexts({ type, recordPath, left, right }: CompareTextsInput): CompareTextsResult {
  return compareFilePages(left, right, { format: getPlatform(type).id, recordPath });
}
