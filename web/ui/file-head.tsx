/** The head of a card that holds a file: what it is, how large, and the ways to change it. */
import { ActionIcon, Button } from '@mantine/core';
import { Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './file-head.module.css';

interface Props {
  icon: ReactNode;
  name: string;
  /** One line of facts, or what is being done right now. */
  facts: ReactNode;
  onReplace: () => void;
  onRemove: () => void;
  /** What the buttons are about, for those who cannot see the card: `the seed page`. */
  noun: string;
}

export function FileHead({ icon, name, facts, onReplace, onRemove, noun }: Props) {
  return (
    <div className={classes.head}>
      <span className={classes.tile} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.words}>
        <h3 className={classes.name} title={name}>
          {name}
        </h3>
        <div className={classes.facts}>{facts}</div>
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          className={classes.replace}
          leftSection={<Upload size={14} strokeWidth={1.75} absoluteStrokeWidth />}
          aria-label={`Replace ${noun}`}
          onClick={onReplace}
        >
          <span className={classes.label}>Replace</span>
        </Button>
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          aria-label={`Remove ${noun}`}
          onClick={onRemove}
        >
          <X size={18} strokeWidth={1.75} absoluteStrokeWidth />
        </ActionIcon>
      </div>
    </div>
  );
}
