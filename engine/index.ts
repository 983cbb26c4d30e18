/**
 * The engine's doorway (Excel files have their own, sheet/workbook/read-workbook.ts): seed and rows in,
 * import-ready bytes and problems out. Pure: no files, no clock, no network, no randomness.
 */
export { createPartAudit, checkParts } from './platforms/audit.ts';
export type { SeedFlaws } from './verify/seed-flaws.ts';
export type {
  AuditedPart,
  PlatformAudit,
  Expectation,
  Verdict,
} from './verify/platform-audit.ts';

export { type BuildEvent, type BuiltLink, buildFiles, buildParts, measureExtras } from './render/build.ts';
export { type BuildExpectation, createExpectation } from './render/expectation.ts';
export { DEFAULT_FOOTER, type FormedLink } from './render/footer.ts';
export { toProjectKey } from './render/identity.ts';
export { readTemplate } from './render/page-content.ts';
export { type Plan, planPages } from './render/plan.ts';
export type { Project } from './render/project.ts';
export type { Selector } from './render/template.ts';
export { pickSamples, planSamples, type SamplePlan, type SampleReason } from './render/samples.ts';
export { convertSeed } from './platforms/convert-seed.ts';
export { prepareProject } from './platforms/prepare-project.ts';
export { readSamples, type SamplePage } from './inspect/samples.ts';
export { type BrokenPlace, findBrokenPlace } from './inspect/broken-place.ts';
export { applySeedFix } from './inspect/apply-fix.ts';
export { inspect, type InspectInput } from './inspect/inspect.ts';
export { countPlaceholders } from './inspect/inspect-seed.ts';
export type * from './inspect/inspection.ts';
export { getPlatform, PLATFORMS, type PlatformId } from './platforms/registry.ts';
export { PART_BYTES, PART_PAGES, SEED_BYTES, SHEET_FILE_BYTES } from './limits.ts';
export type { EncodingChoice, PageChoice, Problem, Severity } from './problem.ts';
export { readSeed } from './platforms/read-seed.ts';
export type { ColumnChoice, ColumnChoices } from './language/columns.ts';
export { recognizeFile, recognizePlatforms } from './platforms/recognize-file.ts';
export type { Seed } from './render/seed.ts';
export { type Layout, layoutParts } from './render/layout.ts';
export { readCells } from './sheet/read-cells.ts';
export { describeHiddenInCopy } from './sheet/sheet-problem.ts';
export {
  type CellChange,
  changeCell,
  removeRow,
  repairLetters,
  writeSheetText,
} from './sheet/sheet-text.ts';
export { createTableReader } from './sheet/table-reader.ts';
export type { PageImage } from './sheet/image-columns.ts';
export type { Table, TableReading, WorkbookSheets } from './sheet/table.ts';
export { reportSeedTooLarge } from './unread-file.ts';
