/** Says that a seed comes from another platform than the project is for, and switches a new project to it. */
import { Box, Button } from '@mantine/core';
import type { FormatId } from '#engine';
import { nameOfType } from './project-types.rules.ts';
import { Fault } from './fault.tsx';

interface Props {
  other: FormatId;
  /** Missing where the type of a project is settled. */
  onSwitch: ((name: string) => void) | undefined;
}

export function OtherPlatform({ other, onSwitch }: Props) {
  const name = nameOfType(other);
  return (
    <Fault
      role="alert"
      actions={
        onSwitch && (
          <Button size="xs" onClick={() => onSwitch(name)}>
            Switch to {name}
          </Button>
        )
      }
    >
      <strong>This is a {name} file.</strong>
      {!onSwitch && (
        <Box component="p" c="var(--text2)" fz="small">
          Create a {name} project for it.
        </Box>
      )}
    </Fault>
  );
}
