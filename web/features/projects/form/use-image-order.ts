/** Saves the order of a form's images: one call at a time, and only the newest order. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { showFormFailure } from './show-form-failure.ts';

interface PlacedImage {
  stored?: { url: string } | undefined;
  /** Set during the upload. */
  share?: number | undefined;
}

interface ImageOrder {
  /** An order is being saved. */
  isSending: boolean;
  /** Notes that the order differs from that of the uploads. */
  markMoved: () => void;
}

/** After the first move, each change is saved once uploads have ended. */
export function useImageOrder(images: readonly PlacedImage[], onKept: () => void): ImageOrder {
  const [isSending, setSending] = useState(false);
  const isMoved = useRef(false);
  const waiting = useRef<readonly string[]>(undefined);
  const isBusy = useRef(false);
  const newest = useRef(onKept);
  useEffect(() => {
    newest.current = onKept;
  });
  const send = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    for (let urls = waiting.current; urls; urls = waiting.current) {
      waiting.current = undefined;
      try {
        await call(projectsContract.orderImages, { body: { urls: [...urls] } });
        newest.current();
      } catch (error) {
        showFormFailure('Couldn’t save the order of the images.', error);
      }
    }
    isBusy.current = false;
    setSending(false);
  }, []);
  useEffect(() => {
    if (!isMoved.current || images.some(({ share }) => share !== undefined)) return;
    const urls = images.flatMap(({ stored }) => (stored ? [stored.url] : []));
    if (urls.length < 2) return;
    waiting.current = urls;
    void send();
  }, [images, send]);
  return { isSending, markMoved: () => (isMoved.current = true) };
}
