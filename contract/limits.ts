/** Figures that browser and server have in common, each written once; sizes in bytes, all inclusive maxima. */

const MIB = 1024 * 1024;

/** One image, as the specification says. */
export const IMAGE_BYTES = 5 * MIB;
/** Images of one project. */
export const MAX_IMAGES = 200;
/** One seed file. */
export const SEED_BYTES = 20 * MIB;
/** Of the templates of an image's file name and caption. */
export const TEMPLATE_CHARACTERS = 500;
/** The rows of one project, however they come: pasted, as a file, or from behind a link. */
export const SHEET_BYTES = 32 * MIB;
/** The largest `integer` that the database has: of identities of rows, and of revisions. */
export const MAX_INTEGER = 2_147_483_647;
/** What one person may have stored as seeds and sheets. */
export const STORAGE = { bytes: 2_000_000_000, files: 20_000 } as const;
/** Characters of the fields of a project; a draft is kept with the same. */
export const NOTES_CHARACTERS = 10_000;
export const LINK_CHARACTERS = 2048;
/** It is filled once for each page. */
export const FOOTER_CHARACTERS = 10_000;
/** Runs of a project that can be pinned: their files are kept until the project is deleted. */
export const MAX_PINNED_RUNS = 20;

/** For so long a draft that was closed can be opened again (24 hours). */
export const DRAFT_LIFE_MS = 24 * 3600 * 1000;
