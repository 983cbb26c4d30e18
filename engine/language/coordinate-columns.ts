/** Keys of columns with a latitude or longitude, best first. */
export const COORDINATE_KEYS = {
  latitude: ['lat', 'latitude', 'geolat', 'geolatitude', 'gpslat', 'gpslatitude', 'latdd', 'ycoord'],
  longitude: (
    'lng lon long longitude geolng geolon geolong geolongitude ' +
    'gpslng gpslon gpslong gpslongitude lngdd londd longdd xcoord'
  ).split(' '),
} as const;

const KEYS: ReadonlySet<string> = new Set(Object.values(COORDINATE_KEYS).flat());

/** @param key name of the column in lowercase, without spaces, `_` and `-` */
export function isCoordinateKey(key: string): boolean {
  return KEYS.has(key) || KEYS.has(key.replace(/(?:dd|decimal)$/, ''));
}
