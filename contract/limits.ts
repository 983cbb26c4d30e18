/** Limits shared by browser and server: inclusive maxima, sizes in bytes. */

const MIB = 1024 * 1024;

/** One image (specification). */
export const IMAGE_BYTES = 5 * MIB;
/** Images of one project. */
export const MAX_IMAGES = 200;
/** One seed file. */
export const SEED_BYTES = 20 * MIB;
/** Templates of an image's file name and caption. */
export const TEMPLATE_CHARACTERS = 500;
/** The rows of one project: pasted, uploaded or from a link. */
export const SHEET_BYTES = 32 * MIB;
/** Largest `integer` of the database, for row ids and revisions. */
export const MAX_INTEGER = 2_147_483_647;
/** Stored seeds and sheets of one user. */
export const STORAGE = { bytes: 2_000_000_000, files: 20_000 } as const;
/** Characters of the fields of projects and drafts. */
export const NOTES_CHARACTERS = 10_000;
export const LINK_CHARACTERS = 2048;
/** The template is filled once per page. */
export const FOOTER_CHARACTERS = 10_000;
/** Pinned runs of a project, whose files stay until the project is deleted. */
export const MAX_PINNED_RUNS = 20;

/** Time in which a closed draft can be reopened: 24 hours. */
export const DRAFT_LIFE_MS = 24 * 3600 * 1000;
