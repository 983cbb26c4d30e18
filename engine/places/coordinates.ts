/** Distances on the globe, in statute miles. */

export interface Coordinates {
  /** Degrees north of the equator, from -90 to 90. */
  lat: number;
  /** Degrees east of Greenwich, from -180 to 180. */
  lng: number;
}

/** Mean radius of the earth. */
export const EARTH_MILES = 3958.7613;
const RADIANS = Math.PI / 180;

/** Checks if the numbers are a place on the globe. */
export function areCoordinates({ lat, lng }: Coordinates): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/** @throws {RangeError} for coordinates that aren't on the globe; use `areCoordinates` for input of a user */
export function requireCoordinates(coordinates: Coordinates): void {
  if (areCoordinates(coordinates)) return;
  const { lat, lng } = coordinates;
  throw new RangeError(`Latitude ${lat} and longitude ${lng} are out of range.`);
}

/** Returns the great-circle distance (haversine formula). */
export function milesBetween(from: Coordinates, to: Coordinates): number {
  const lat = Math.sin(((to.lat - from.lat) * RADIANS) / 2);
  const lng = Math.sin(((to.lng - from.lng) * RADIANS) / 2);
  const square = lat * lat + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * lng * lng;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Writes the point on the unit sphere to three numbers from `at`. */
export function writeUnitVector({ lat, lng }: Coordinates, target: Float64Array, at: number): void {
  const width = Math.cos(lat * RADIANS);
  target[at] = width * Math.cos(lng * RADIANS);
  target[at + 1] = width * Math.sin(lng * RADIANS);
  target[at + 2] = Math.sin(lat * RADIANS);
}
