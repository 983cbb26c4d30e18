/** Uses of the page language that can't be filled. */
import type { Bracketed, MalformedPlaceholder } from '../language/placeholder.ts';
import type { Refusal } from './codecs.ts';

/** Something in brackets that refuses the seed. */
export interface UnknownUse {
  bracketed: Bracketed;
  nearest?: string;
  /** The column chosen for the name, if the sheet doesn't have it. */
  missingColumn?: string;
  /** Set if the name is known, but the filter isn't. */
  unknownFilter?: string;
  /** Set if the name is known, but the brackets are malformed. */
  flaw?: MalformedPlaceholder['flaw'];
  /** Set in a place without values. */
  refusal?: Refusal;
  /** The right spelling, if the form can only be a placeholder. */
  correction?: string;
  /** Predicate of a construct that can't be read or can't be where it is. */
  constructFault?: string;
  /** The marker that names a column that the sheet doesn't have; `bracketed` is its name in brackets. */
  marker?: string;
  /** Set for an encoding in which no other text can be written. */
  encoded?: Encoded;
}

/** Encoding of a placeholder. */
interface Encoded {
  /** Name of the encoding, for reports. */
  label: string;
  /** Beginning of the encoded text, to find its place. */
  written: string;
}
