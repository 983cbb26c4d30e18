/** Opens the gallery, whose code comes with the first opening, and has the focus return to what opened it. */
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

/** The code of the gallery does not come: the page stays as it is. */
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
  /** What had the focus. */
  opener: Element | null;
}

/**
 * @param onRemove asked to remove an image, once the gallery is closed
 * @returns how an image is opened, and the gallery itself, for the place that it is opened from
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
            // The question gives the focus back to what has it now.
            if (opened.opener instanceof HTMLElement) opened.opener.focus({ preventScroll: true });
            onRemove(url);
          })
        }
      />
    </Suspense>
  );
  return { open, gallery };
}
