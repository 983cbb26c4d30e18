/** Props that the plain and the colored field of the footer template share. */
import type { Ref } from 'react';

/** Inserts text at the cursor. */
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
  /** Selection to begin with, if the field before had the focus. */
  start?: [anchor: number, head: number];
  onChange: (value: string) => void;
}
