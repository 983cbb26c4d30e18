/** A hidden file field and the function that opens it; the same file can be chosen twice in a row. */
import { type ReactNode, useRef } from 'react';

export interface FilePicker {
  open: () => void;
  /** Belongs somewhere in what the caller renders. */
  field: ReactNode;
}

export function useFilePicker(accept: string, onFile: (file: File) => void): FilePicker {
  return usePicker({ accept, onFiles: ([file]) => file && onFile(file) });
}

/** Several files can be chosen at once. */
export function useFilesPicker(accept: string, onFiles: (files: File[]) => void): FilePicker {
  return usePicker({ accept, onFiles, isMany: true });
}

interface Picking {
  accept: string;
  onFiles: (files: File[]) => void;
  isMany?: boolean;
}

function usePicker({ accept, onFiles, isMany = false }: Picking): FilePicker {
  const field = useRef<HTMLInputElement>(null);
  return {
    open: () => field.current?.click(),
    field: (
      <input
        ref={field}
        type="file"
        accept={accept}
        multiple={isMany}
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Without this, choosing the same file again after it was fixed would be no change.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
