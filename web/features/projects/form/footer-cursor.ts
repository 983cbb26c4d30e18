/** Props that the plain field and the editor of the footer template share. */
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
  /** Id of the error below the field. */
  describedBy?: string | undefined;
  /** Set by the visible field. */
  cursor: Ref<FieldCursor>;
  /** Initial selection, if the previous field had the focus. */
  start?: [anchor: number, head: number];
  onChange: (value: string) => void;
}
