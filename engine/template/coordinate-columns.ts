/** Columns that hold latitude or longitude. */
const NAME = /^(?:geo|gps)?(?:lat|latitude|lng|lon|long|longitude)(?:dd|decimal)?$|^[xy]coord$/;

/** @param key the name as columns are compared: without case, spaces, `_` and `-` */
export function isCoordinateKey(key: string): boolean {
  return NAME.test(key);
}
