/** Opens the gallery, which loads on first use, and returns the focus to its opener. */
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { GalleryImage, GalleryProps } from '#web/ui/gallery.tsx';
import { PICTURE_FAULTS } from '#web/ui/picture-fault.rules.ts';
import { showToast } from '#web/ui/toast.tsx';

const Gallery = lazyPart<GalleryProps>(
  'gallery',
  async () => (await import('#web/ui/gallery.tsx')).Gallery,
  GalleryMissing,
);

/** If the gallery fails to load, the page stays as it is. */
function GalleryMissing({ onClose }: GalleryProps) {
  useEffect(() => {
    showToast({ kind: 'error', text: PICTURE_FAULTS.page, detail: 'Reload the page and try again.' });
    onClose();
  }, [onClose]);
  return null;
}

interface Opened {
  url: string;
  isPlaying: boolean;
  /** Element that had the focus. */
  opener: Element | null;
}

/**
 * @param onRemove called to remove an image, once the gallery is closed
 * @returns a function that opens an image, and the gallery to render
 */
export function useGallery(
  images: readonly GalleryImage[],
  onRenew: GalleryProps['onRenew'],
  onRemove?: GalleryProps['onRemove'],
): { open: (url: string, isPlaying?: boolean) => void; gallery: ReactNode } {
  const [opened, setOpened] = useState<Opened>();
  const open = (url: string, isPlaying = false) =>
    setOpened({ url, isPlaying, opener: document.activeElement });
  const [close] = useState(() => () => {
    setOpened((old) => {
      if (old?.opener instanceof HTMLElement) old.opener.focus({ preventScroll: true });
      return undefined;
    });
  });
  const gallery = opened && (
    <Suspense>
      <Gallery
        images={images}
        openedUrl={opened.url}
        isPlaying={opened.isPlaying}
        onRenew={onRenew}
        onClose={close}
        onRemove={
          onRemove &&
          ((url) => {
            flushSync(close);
            // The confirmation returns the focus to the element that has it now.
            if (opened.opener instanceof HTMLElement) opened.opener.focus({ preventScroll: true });
            onRemove(url);
          })
        }
      />
    </Suspense>
  );
  return { open, gallery };
}
