/** A hidden file field and the function that opens it; the same file can be chosen twice in a row. */
import { type ReactNode, useRef } from 'react';

export interface FilePicker {
  open: () => void;
  /** Belongs somewhere in what the caller renders. */
  field: ReactNode;
}

export function useFilePicker(accept: string, onFile: (file: File) => void): FilePicker {
  const field = useRef<HTMLInputElement>(null);
  return {
    open: () => field.current?.click(),
    field: (
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Without this, choosing the same file again after it was fixed would be no change.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    ),
  };
}
