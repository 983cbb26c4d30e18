/** The engine's own limits in one place; all are inclusive maxima. Limits of a platform are in its folder. */

/** One seed file, in bytes (20 MiB). */
export const SEED_BYTES = 20 * 1024 * 1024;
/** One sheet that is read whole before the engine gets it, in bytes (32 MiB); text in pieces has no such limit. */
export const SHEET_FILE_BYTES = 32 * 1024 * 1024;
/** libxml2's own limits, so that what we accept the importer accepts too. */
export const XML_DEPTH = 256;
export const XML_ATTRIBUTES = 256;
/** One text node: above it libxml2 says "CData section too big". */
export const TEXT_BYTES = 10_000_000;
/** Texts in brackets that begin like a name, and different ones among them: time and memory grow with both. */
export const SEED_PLACEHOLDERS = 50_000;
export const SEED_NAMES = 2000;

export const SHEET_ROWS = 100_000;
/** Rows of two combined lists. */
export const COMBINED_ROWS = 500_000;
/** Maximum number of columns in spreadsheet programs. */
export const SHEET_COLUMNS = 16_384;
/** One cell of a sheet, in bytes of UTF-8. */
export const CELL_BYTES = 65_535;

/** The footer link template filled for one row: all of them stand in one file. */
export const LINK_BYTES = 65_535;

/** Parsers and hosts break above it: 10 MB means 10,000,000 bytes. */
export const PART_BYTES = 10_000_000;
/** Pages that a slow host imports within its time limit. */
export const PART_PAGES = 500;

/** One image, in bytes (5 MiB). */
export const IMAGE_BYTES = 5_242_880;
/** Pixels of one image. */
export const IMAGE_PIXELS = 50_000_000;
/**
 * Maximum number of JPEG segments, PNG or WebP chunks (pixels excluded) and metadata blocks: files of cameras and editors
 * have dozens. Each one takes memory.
 */
export const IMAGE_SEGMENTS = 2000;
/** Decoders look at no more of an EXIF block; a place for each two bytes of it is a pointer by chance at times. */
export const EXIF_BYTES = 65_550;
export const EXIF_POINTERS = 100;
