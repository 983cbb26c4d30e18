/** One image of a form: preview, upload progress, remove button, and its position if the order matters. */
import { ActionIcon, Box, Flex, LoadingOverlay } from '@mantine/core';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { DragEvent, MouseEvent } from 'react';
import { formatBytes } from '#web/ui/format-figure.ts';
import { Loader } from '#web/ui/loader.tsx';
import classes from '../shared/images-section.module.css';
import { StoredPicture } from '../shared/stored-picture.tsx';
import type { FormImage } from './use-image-uploads.ts';
import { ImageFacts, ImageName, ImageTile } from '../shared/image-tiles.tsx';

const ICON = { size: 14, strokeWidth: 2 } as const;

/** Position of the image; buttons and dragging change it. */
export interface CardPlace {
  index: number;
  isLast: boolean;
  isOver: boolean;
  onMove: (to: number, button: HTMLElement) => void;
  drag: {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
}

interface Props {
  image: FormImage;
  onRemove: () => void;
  place: CardPlace | undefined;
}

export function ImageCard({ image, onRemove, place }: Props) {
  const { name, size, stored, share, failure } = image;
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <ImageTile isOver={place?.isOver} drag={place?.drag}>
      <Box pos="relative">
        {stored ? <StoredPicture url={stored.thumbnail_url} alt="" /> : <span className={classes.picture} />}
        <LoadingOverlay
          visible={share !== undefined}
          zIndex={1}
          overlayProps={{ color: 'var(--raised)', backgroundOpacity: 0.8, radius: 10 }}
          loaderProps={{ children: <Loader size={40} /> }}
        />
      </Box>
      <ActionIcon
        pos="absolute"
        top={6}
        right={6}
        style={{ zIndex: 2 }}
        variant="default"
        size={28}
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        <X {...ICON} />
      </ActionIcon>
      <ImageName title={name}>
        <bdi>{name}</bdi>
      </ImageName>
      {share !== undefined && (
        <Box
          component="progress"
          w="100%"
          h={6}
          style={{ accentColor: 'var(--sea)' }}
          value={percent}
          max={100}
          aria-label={`Uploading ${name}`}
        />
      )}
      {failure === undefined ? (
        <ImageFacts>{share === undefined ? formatBytes(size) : `${percent}%`}</ImageFacts>
      ) : (
        <Box component="span" c="var(--crimson-text)" fz="small">
          {failure}
        </Box>
      )}
      {place && <Place name={name} place={place} />}
    </ImageTile>
  );
}

/** Its number, as in placeholders, and buttons that move it. */
function Place({ name, place: { index, isLast, onMove } }: { name: string; place: CardPlace }) {
  const step = (by: -1 | 1) => {
    const isEnd = by < 0 ? index === 0 : isLast;
    const Icon = by < 0 ? ChevronLeft : ChevronRight;
    return (
      <ActionIcon
        variant="default"
        size={24}
        // It keeps the focus at the end of the list, too.
        data-disabled={isEnd || undefined}
        aria-disabled={isEnd}
        aria-label={`Move ${name} ${by < 0 ? 'earlier' : 'later'}`}
        onClick={(event: MouseEvent<HTMLButtonElement>) => !isEnd && onMove(index + by, event.currentTarget)}
      >
        <Icon {...ICON} />
      </ActionIcon>
    );
  };
  return (
    <Flex component="span" align="center" gap={4} c="var(--text2)" fz="xs">
      <Box component="code" flex={1}>
        [image_{index + 1}]
      </Box>
      {step(-1)}
      {step(1)}
    </Flex>
  );
}
