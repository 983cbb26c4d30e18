/** Order of the images of a form: changed by buttons or dragging, and announced to screen readers. */
import { useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '#web/ui/format-figure.ts';
import type { CardPlace } from './image-card.tsx';
import type { ImageUploader } from './use-image-uploads.ts';

export interface ImagePlaces {
  /** Describes the last move. */
  moved: string;
  findPlace: (key: string) => CardPlace;
}

export function useImagePlaces({ images, move }: Pick<ImageUploader, 'images' | 'move'>): ImagePlaces {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [moved, setMoved] = useState('');
  // Browsers drop the focus of an element that moves in the document.
  const button = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    button.current?.focus();
    button.current = undefined;
  });
  const put = (key: string, to: number) => {
    const name = images.find((image) => image.key === key)?.name ?? '';
    setMoved(`${name} is image ${formatCount(to + 1)} of ${formatCount(images.length)}`);
    move(key, to);
  };
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const findPlace = (key: string): CardPlace => {
    const index = images.findIndex((image) => image.key === key);
    return {
      index,
      isLast: index === images.length - 1,
      isOver: over === key && dragged !== key,
      onMove: (to, pressed) => {
        button.current = pressed;
        put(key, to);
      },
      drag: {
        draggable: true,
        onDragStart: (event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', images[index]?.name ?? '');
          setDragged(key);
        },
        onDragOver: (event) => {
          if (dragged === undefined) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = 'move';
          setOver(key);
        },
        onDrop: (event) => {
          if (dragged === undefined) return;
          event.preventDefault();
          if (dragged !== key) put(dragged, index);
          end();
        },
        onDragEnd: end,
      },
    };
  };
  return { moved, findPlace };
}
