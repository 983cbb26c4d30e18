/** Defines the tag of a copy, and formats its coordinates for metadata. */

/** Location, names and caption of a town for the metadata of a copy. */
export interface GeoTag {
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
  /** Meters above sea level; negative below it. */
  altitude?: number;
  city: string;
  state: string;
  country: string;
  /** Two or three capital letters, or empty. */
  countryCode: string;
  caption: string;
}

/** Maximum length of names and captions in bytes of UTF-8; 2,000 is the limit of captions in IPTC. */
export const NAME_BYTES = 500;
export const CAPTION_BYTES = 2000;

const UNITS_PER_MINUTE = 600_000;
const UNITS_PER_DEGREE = 36_000_000;

export interface Angle {
  degrees: number;
  minutes: number;
  /** Ten thousandths of a second. */
  fraction: number;
}

/** Splits degrees into whole units; rounds once, so that minutes and seconds are always below 60. */
export function toAngle(degrees: number): Angle {
  const units = Math.round(Math.abs(degrees) * UNITS_PER_DEGREE);
  const rest = units % UNITS_PER_DEGREE;
  return {
    degrees: Math.floor(units / UNITS_PER_DEGREE),
    minutes: Math.floor(rest / UNITS_PER_MINUTE),
    fraction: rest % UNITS_PER_MINUTE,
  };
}

/** Formats degrees and minutes for XMP: `29,45.62166667N`. */
export function toXmpAngle(degrees: number, [positive, negative]: readonly [string, string]): string {
  const { degrees: whole, minutes, fraction } = toAngle(degrees);
  const exact = (minutes + fraction / UNITS_PER_MINUTE).toFixed(8);
  return `${whole},${exact}${degrees < 0 ? negative : positive}`;
}

/** Truncates a text to a number of bytes of UTF-8, without splitting a character. */
export function cutToBytes(text: string, limit: number): Uint8Array {
  const room = new Uint8Array(limit);
  const { written } = new TextEncoder().encodeInto(text, room);
  return room.subarray(0, written);
}
