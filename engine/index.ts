/**
 * The engine's doorway (Excel files have their own, sheet/workbook/read-workbook.ts): seed and rows in,
 * import-ready bytes and problems out. Pure: no files, no clock, no network, no randomness.
 */
export { createPartAudit, checkParts } from './platforms/audit.ts';
export type { AuditedPage } from './verify/audited-page.ts';
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
export { toProjectKey, toStoredKey } from './render/identity.ts';
export type { HeldAction, HeldPages, HeldRow } from './render/held-pages.ts';
export type { KnownTown } from './render/known-towns.ts';
export { describeHeld, type HeldDescription, listPageKeys, listPageSlugs } from './render/pages.ts';
export { readTemplate } from './render/page-content.ts';
export { addTowns } from './render/add-towns.ts';
export { type Plan, planPages } from './render/plan.ts';
export type { Project } from './render/project.ts';
export { parseSchedule, type Schedule, type ScheduledDates } from './render/schedule.ts';
export type { Selector } from './render/template.ts';
export { STEERING_COLUMNS, type SteeringColumn } from './render/page-setting.ts';
export { pickSamples, planSamples, type SamplePlan, type SampleReason } from './render/samples.ts';
export { convertSeed } from './platforms/convert-seed.ts';
export { prepareProject } from './platforms/prepare-project.ts';
export { readSamples, type SamplePage } from './inspect/samples.ts';
export { type BrokenPlace, findBrokenPlace } from './inspect/broken-place.ts';
export { applySeedFix } from './inspect/apply-fix.ts';
export { previewText, type TextPreview } from './inspect/preview-text.ts';
export type { QualityEstimate } from './estimate/estimate.ts';
export { estimateQuality } from './estimate/estimate-quality.ts';
export { type EstimateReport, toEstimateReport } from './estimate/report.ts';
export { inspect, type InspectInput } from './inspect/inspect.ts';
export { countPlaceholders } from './inspect/inspect-seed.ts';
export type * from './inspect/inspection.ts';
export { getPlatform, PLATFORMS, type PlatformId } from './platforms/registry.ts';
export { PART_BYTES, PART_PAGES, SEED_BYTES, SHEET_FILE_BYTES } from './limits.ts';
export type { EncodingChoice, PageChoice, Problem, Severity } from './problem.ts';
export { readSeed } from './platforms/read-seed.ts';
export type { ColumnChoice, ColumnChoices } from './language/columns.ts';
export type { Place, Places } from './places/places.ts';
export { compareTexts, hasText, type TextComparison, type SharedText } from './quality/compare-texts.ts';
export type { HashStore } from './quality/hash-store.ts';
export type { PageHashes } from './quality/similarity.ts';
export { type PageFacts, PageMeter } from './quality/measure-page.ts';
export { measureRun, type PageQuality, type RunCost, type RunQuality } from './quality/measure-run.ts';
export { type PageText, ParagraphReader } from './quality/read-paragraphs.ts';
export { type PageRows, readPageRows, readPageSlug } from './quality/row-values.ts';
export { type QualityReport, roundParts, roundScore, toQualityReport } from './quality/report.ts';
export { recognizeFile, recognizePlatforms } from './platforms/recognize-file.ts';
export type { Seed } from './render/seed.ts';
export { type Layout, layoutParts } from './render/layout.ts';
export { combineReadings, nameSecondList } from './sheet/combine-tables.ts';
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
