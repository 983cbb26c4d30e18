/** Fullscreen images: keys, zoom, thumbnails, slideshow, counter and download. Loaded on demand. */
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import { useDebouncedCallback, useIdle, type UseIdleOptions, useWindowEvent } from '@mantine/hooks';
import { Trash2 } from 'lucide-react';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import { IconButton, Lightbox, type Slide } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Slideshow from 'yet-another-react-lightbox/plugins/slideshow';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import classes from './gallery.module.css';
import { easeByFriction, GALLERY, stripQuery, NAVIGATION_MS } from './gallery.rules.ts';
import { findPictureFault, PICTURE_FAULTS } from './picture-fault.rules.ts';
import { useDelay } from './use-delay.ts';

declare module 'yet-another-react-lightbox' {
  interface Labels {
    'Remove the image'?: string;
  }
}

export interface GalleryImage {
  /** Signed URL. */
  url: string;
  name: string;
  thumbnailUrl: string;
  width?: number;
  height?: number;
}

export interface GalleryProps {
  images: readonly GalleryImage[];
  /** URL of the first image. */
  openedUrl: string;
  /** Starts the slideshow at once. */
  isPlaying?: boolean;
  /** Fetches new URLs; `images` changes then. @throws when there are none */
  onRenew: () => Promise<unknown>;
  onClose: () => void;
  /** Removes the shown image; without it there is no remove button. */
  onRemove?: ((url: string) => void) | undefined;
}

const ANIMATION = {
  navigation: NAVIGATION_MS,
  easing: { navigation: easeByFriction(GALLERY.friction, NAVIGATION_MS) },
};
const SLIDESHOW = { delay: GALLERY.slideshowMs };
const IDLE: UseIdleOptions = {
  events: ['pointermove', 'pointerdown', 'keydown', 'focusin'],
  initialState: false,
};
const ALWAYS = [Counter, Slideshow, Zoom, Download];

const ShownSlide = createContext<{ slide: Slide; onRenew: GalleryProps['onRenew'] } | undefined>(undefined);

export function Gallery({ images, openedUrl, isPlaying = false, onRenew, onClose, onRemove }: GalleryProps) {
  const isIdle = useIdle(GALLERY.idleMs, IDLE);
  const [isCompact, setCompact] = useState(isNarrowWindow);
  useWindowEvent(
    'resize',
    useDebouncedCallback(() => setCompact(isNarrowWindow()), GALLERY.resizeMs),
  );
  // Identified by its URL without the signature, so that new URLs keep the position.
  const [shownKey, setShownKey] = useState(() => stripQuery(openedUrl));
  const slides = useMemo(() => images.map(toSlide), [images]);
  const index = images.findIndex(({ url }) => stripQuery(url) === shownKey);
  const isMissing = index < 0;
  const hasThumbnails = images.length >= GALLERY.thumbnailsFrom && !isCompact;
  const look = [classes.gallery, isIdle && classes.idle, isCompact && classes.compact];
  const url = images[index]?.url;
  return (
    <Lightbox
      open
      close={onClose}
      className={look.filter(Boolean).join(' ')}
      slides={isMissing ? [] : slides}
      index={Math.max(0, index)}
      plugins={hasThumbnails ? [...ALWAYS, Thumbnails] : ALWAYS}
      carousel={{ preload: GALLERY.preload, finite: images.length === 1 }}
      animation={ANIMATION}
      slideshow={{ ...SLIDESHOW, autoplay: isPlaying }}
      toolbar={{ buttons: [onRemove && url !== undefined && createRemoval(() => onRemove(url)), 'close'] }}
      labels={{ Lightbox: 'Gallery', Play: 'Start slideshow', Pause: 'Pause slideshow' }}
      on={{
        // Without slides it reports the first, which doesn't exist.
        view: ({ index: shown }) => !isMissing && setShownKey(stripQuery(images[shown]?.url ?? '')),
      }}
      render={{
        iconLoading: () => <Spinner />,
        iconError: () => <SlideFault />,
        slideContainer: ({ slide, children }) => (
          <ShownSlide value={{ slide, onRenew }}>{children}</ShownSlide>
        ),
        ...(isMissing && { controls: () => <Fault text={PICTURE_FAULTS.elementNotFound} /> }),
      }}
    />
  );
}

const isNarrowWindow = () => window.innerWidth < GALLERY.compactPx;

function toSlide({ url, name, thumbnailUrl, width, height }: GalleryImage): Slide {
  const size = width === undefined || height === undefined ? {} : { width, height };
  return { src: url, alt: name, thumbnail: thumbnailUrl, download: { url, filename: name }, ...size };
}

const createRemoval = (onClick: () => void) => (
  <IconButton key="remove" label="Remove the image" icon={TrashIcon} onClick={onClick} />
);

const TrashIcon = () => <Trash2 className="yarl__icon" strokeWidth={1.75} aria-hidden="true" />;

/** Delayed, so that it doesn't flash for fast images. */
function Spinner() {
  const isSlow = useDelay(true, GALLERY.spinnerMs);
  return isSlow && <span className={classes.spinner} role="status" aria-label="Loading the image" />;
}

function Fault({ text }: { text: string }) {
  return (
    <p className={classes.fault} role="alert">
      {text}
    </p>
  );
}

/** Replaces an image that failed to load. */
function SlideFault() {
  const shown = use(ShownSlide);
  const [reason, setReason] = useState<string>();
  const src = shown?.slide.src;
  const onRenew = shown?.onRenew;
  useEffect(() => {
    if (src === undefined) return;
    let isOver = false;
    const explain = async () => {
      const fault = await findPictureFault(src);
      if (isOver) return;
      setReason(fault.reason);
      if (!fault.isStale) return;
      await onRenew?.().catch(() => !isOver && setReason(PICTURE_FAULTS.notFound));
    };
    void explain();
    return () => {
      isOver = true;
    };
  }, [src, onRenew]);
  return reason !== undefined && <Fault text={reason} />;
}
