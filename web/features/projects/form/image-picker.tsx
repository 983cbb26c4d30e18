/** Images of a form, chosen or dropped, each with its progress and remove button. */
import { Box, VisuallyHidden } from '@mantine/core';
import { DropArea } from '#web/ui/drop-area.tsx';
import { formatAmount, formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { useFilesDrop } from '#web/ui/use-file-drop.ts';
import { useFilesPicker } from '#web/ui/use-file-picker.tsx';
import { ImageCard } from './image-card.tsx';
import { useImagePlaces } from './use-image-places.ts';
import type { FormImage, ImageUploader } from './use-image-uploads.ts';
import { ImageTiles } from '../shared/image-tiles.tsx';

interface Props {
  images: ImageUploader;
  /** Accepted formats. */
  formats: string;
  /** Text about the accepted files. */
  used: string;
  /** Error of the images as a whole. */
  error?: string | undefined;
  /** True if their order matters and can be changed. */
  isOrdered?: boolean;
}

export function ImagePicker({ images, formats, used, error, isOrdered = false }: Props) {
  const take = (files: File[]) => void images.take(files);
  const { isOver, handlers } = useFilesDrop(take);
  const { moved, findPlace } = useImagePlaces(images);
  const hasPlaces = isOrdered && images.images.length > 1;
  const picker = useFilesPicker('image/*', take);
  return (
    <>
      {picker.field}
      <div {...handlers}>
        <DropArea
          call="Drop images here"
          hint={`${formats}, up to 5 MB each, many at once`}
          isOver={isOver}
          onOpen={picker.open}
        />
      </div>
      {images.dropped > 0 && (
        <Box component="p" role="status" c="var(--text2)" fz="small">
          {formatAmount(images.dropped, 'file')} skipped: only {used} of up to 5 MB are used.
        </Box>
      )}
      {error !== undefined && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          {error}
        </Box>
      )}
      {images.images.length > 0 && (
        <>
          <Box component="p" c="var(--text2)" fz="small">
            {describeCount(images.images)}
          </Box>
          <ImageTiles label="Images">
            {images.images.map((image) => (
              <ImageCard
                key={image.key}
                image={image}
                onRemove={() => images.remove(image.key)}
                place={hasPlaces ? findPlace(image.key) : undefined}
              />
            ))}
          </ImageTiles>
          <VisuallyHidden role="status">{moved}</VisuallyHidden>
        </>
      )}
    </>
  );
}

function describeCount(images: readonly FormImage[]): string {
  const stored = images.filter((image) => image.stored);
  const bytes = formatBytes(stored.reduce((sum, { size }) => sum + size, 0));
  const all = stored.length === images.length;
  return all
    ? `${formatAmount(stored.length, 'image')}, ${bytes}`
    : `${formatCount(stored.length)} of ${formatAmount(images.length, 'image')} uploaded, ${bytes}`;
}
