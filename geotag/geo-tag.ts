/** What a copy of an image says about its town, and coordinates as the three kinds of metadata write them. */

export interface GeoTag {
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
  /** Meters above the sea; below it, negative. */
  altitude?: number;
  city: string;
  state: string;
  country: string;
  /** Two or three capital letters, or empty. */
  countryCode: string;
  caption: string;
}

/** Longest name and caption, in bytes of UTF-8: a caption that IPTC can hold whole is the same in all three kinds. */
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

/** Rounded once, as a whole number, so that no part ever becomes 60. */
export function toAngle(degrees: number): Angle {
  const units = Math.round(Math.abs(degrees) * UNITS_PER_DEGREE);
  const rest = units % UNITS_PER_DEGREE;
  return {
    degrees: Math.floor(units / UNITS_PER_DEGREE),
    minutes: Math.floor(rest / UNITS_PER_MINUTE),
    fraction: rest % UNITS_PER_MINUTE,
  };
}

/** `29,45.62166667N`: degrees and minutes as XMP has them. */
export function toXmpAngle(degrees: number, [positive, negative]: readonly [string, string]): string {
  const { degrees: whole, minutes, fraction } = toAngle(degrees);
  const exact = (minutes + fraction / UNITS_PER_MINUTE).toFixed(8);
  return `${whole},${exact}${degrees < 0 ? negative : positive}`;
}

/** The beginning of a text that fits into so many bytes, whole characters only. */
export function cutToBytes(text: string, limit: number): Uint8Array {
  const room = new Uint8Array(limit);
  const { written } = new TextEncoder().encodeInto(text, room);
  return room.subarray(0, written);
}
