/** Reasons to skip a row. */
import type { Value } from '../language/value.ts';

/** Reason why a row can’t become a page of this platform. */
export interface RowFault {
  code: string;
  text: string;
  /** The value that caused it. */
  value?: Value | undefined;
  /** Name of a leaf if no value caused it. */
  field?: string;
}
