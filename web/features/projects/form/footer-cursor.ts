/** What the plain and the colored field of the footer template have in common: one takes the other's place. */
import type { Ref } from 'react';

/** What writes at the place where the person is writing. */
export interface FieldCursor {
  insert: (text: string) => void;
}

export interface FooterFieldProps {
  id: string;
  label: string;
  value: string;
  hasError: boolean;
  /** Id of what is below the field and says what is wrong. */
  describedBy?: string | undefined;
  /** Held by the field that is shown. */
  cursor: Ref<FieldCursor>;
  /** What was selected when the field was exchanged, if it had the focus. */
  start?: [anchor: number, head: number];
  onChange: (value: string) => void;
}
