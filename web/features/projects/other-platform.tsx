/** Says that a seed comes from another platform than the project is for, and switches a new project to it. */
import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { FormatId } from '#engine';
import classes from './panel.module.css';
import { nameOfType } from './project-types.rules.ts';

interface Props {
  other: FormatId;
  /** Missing where the type of a project is settled. */
  onSwitch: ((name: string) => void) | undefined;
}

export function OtherPlatform({ other, onSwitch }: Props) {
  const name = nameOfType(other);
  return (
    <div role="alert" className={classes.alert}>
      <CircleAlert size={18} strokeWidth={1.75} absoluteStrokeWidth className={classes.alertIcon} />
      <div className={classes.alertWords}>
        <strong>This is a {name} file.</strong>
        {!onSwitch && <p className={classes.quiet}>Create a {name} project for it.</p>}
      </div>
      {onSwitch && (
        <Button size="xs" onClick={() => onSwitch(name)}>
          Switch to {name}
        </Button>
      )}
    </div>
  );
}
