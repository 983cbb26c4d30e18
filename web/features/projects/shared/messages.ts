/** Texts of the specification, and texts that several parts of this page share. */
import { DEFAULT_FOOTER_LINKS } from '#contract/project-shapes.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';

export const messages = {
  ...PROJECT_TEXTS,
  onlySheets: 'Only CSV, TSV and XLSX files are allowed. Save the sheet as one of these and choose it again.',
  seedUnread: 'This seed page can’t be used yet.',
  sheetFailed: 'These rows can’t be used yet.',
  footerDefault: DEFAULT_FOOTER_LINKS,
  added: 'Project was successfully added!',
  updated: 'Project was successfully updated!',
  tested: 'Test was successfully started!',
  loadFailed: 'Error Fetching The Project Data',
  splitQuestion:
    'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?',
} as const;

/** Names of the form's parts inside a sentence. */
export const partNames = {
  title: 'title',
  notes: 'notes',
  google_spread_sheet: 'Google Sheet link',
  footer_links: 'footer link template',
  keep: 'shortcodes left unchanged',
  seed_page: 'seed page',
  schedule: 'schedule',
  site_base_url: 'site base URL',
  domain_id: 'domain',
  file_name: 'file name template',
  caption: 'caption template',
  images: 'images',
  file: 'seed page',
  script: 'spreadsheet data',
} as const;

/** Sections of the form, in order; their ids are link targets of the rail. */
export const sections = {
  details: { id: 'project-details', title: 'Project Details' },
  seed: { id: 'upload-seed-page', title: 'Upload Seed Page' },
  images: { id: 'upload-images', title: 'Upload Images' },
  sheet: { id: 'import-spreadsheet-data', title: 'Import Spreadsheet Data' },
  footer: { id: 'footer-link-structure', title: 'Footer Link Structure' },
  primary: { id: 'primary-images', title: 'Primary Images' },
  schedule: { id: 'schedule', title: 'Schedule' },
} as const;

export type SectionName = keyof typeof sections;
