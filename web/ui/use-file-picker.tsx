/** Hidden file input and the function that opens it; the same file can be chosen twice in a row. */
import { type ReactNode, useRef } from 'react';

export interface FilePicker {
  open: () => void;
  /** Input to render. */
  field: ReactNode;
}

export function useFilePicker(accept: string, onFile: (file: File) => void): FilePicker {
  return usePicker({ accept, onFiles: ([file]) => file && onFile(file) });
}

/** True if several files can be chosen. */
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
          // Otherwise choosing the same file again fires no change event.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
