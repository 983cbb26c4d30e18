/**
 * Drop target for a whole card: counts enter and leave events, because children fire them, too, and accepts
 * only files, so that dragged text works as usual.
 */
import { type DragEvent, useRef, useState } from 'react';

export interface FileDrop {
  isOver: boolean;
  handlers: {
    onDragEnter: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Calls `onFile` with the first dropped file. */
export function useFileDrop(onFile: (file: File) => void): FileDrop {
  return useFilesDrop(([file]) => file && onFile(file));
}

/** Like `useFileDrop`, with all files. */
export function useFilesDrop(onFiles: (files: File[]) => void): FileDrop {
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);

  const enter = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth.current += 1;
    setOver(true);
  };
  const leave = () => {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setOver(false);
  };
  const over = (event: DragEvent) => {
    if (holdsFiles(event)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return { isOver, handlers: { onDragEnter: enter, onDragOver: over, onDragLeave: leave, onDrop: drop } };
}
