/** Grid of images, each with its name and facts below. */
import { Box, Text } from '@mantine/core';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';

export function ImageTiles({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      display="grid"
      style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 14 }}
      aria-label={label}
    >
      {children}
    </Box>
  );
}

interface TileProps {
  /** Handlers for dragging an image. */
  drag?:
    | Pick<ComponentProps<'li'>, 'draggable' | 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'>
    | undefined;
  /** True while another image is dragged over it. */
  isOver?: boolean | undefined;
  children: ReactNode;
}

export function ImageTile({ drag, isOver, children }: TileProps) {
  const look: CSSProperties = {
    position: 'relative',
    display: 'grid',
    alignContent: 'start',
    gap: 4,
    minWidth: 0,
    borderRadius: 10,
    ...(drag && { cursor: 'grab' }),
    ...(isOver === true && { outline: '2px solid var(--sea)', outlineOffset: 2 }),
  };
  return (
    <li style={look} data-over={isOver || undefined} {...drag}>
      {children}
    </li>
  );
}

export function ImageName({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Text span fz="small" fw={500} truncate title={title}>
      {children}
    </Text>
  );
}

export function ImageFacts({ children }: { children: ReactNode }) {
  return (
    <Box component="span" c="var(--text2)" fz="xs">
      {children}
    </Box>
  );
}
