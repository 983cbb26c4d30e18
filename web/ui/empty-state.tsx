/** Nothing here yet: the map sheet, why, and one way on. And: nothing fits the filters, without a picture. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { MapSheet, SeedToTowns } from './map-sheet.tsx';

interface Props {
  title: string;
  /** One or two sentences: why it is empty and what would fill it. */
  children: ReactNode;
  /** One filled button, perhaps a second one. */
  actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: Props) {
  return (
    <MapSheet>
      <SeedToTowns />
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.words}>{children}</p>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </MapSheet>
  );
}

export function NoResults({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <div className={classes.none} role="status">
      <span>{text}</span>
      <Button size="xs" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}
