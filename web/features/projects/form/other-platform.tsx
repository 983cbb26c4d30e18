/** Reports that a seed is from another platform than the project's, and offers to switch a new project. */
import { Box, Button } from '@mantine/core';
import { formatType } from '../shared/project-types.rules.ts';
import { Fault } from './fault.tsx';
import { PanelRow } from './panel-row.tsx';

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

interface Props {
  other: string;
  /** Undefined if the type can't change. */
  onSwitch: ((name: string) => void) | undefined;
}

export function OtherPlatform({ other, onSwitch }: Props) {
  const name = formatType(other);
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

interface UnclearProps extends Pick<Props, 'onSwitch'> {
  /** Platforms that the file may be from. */
  platforms: readonly string[];
  /** Platform of the project. */
  current: string;
}

/** Reports that the file may also be from another platform, which would produce different pages. */
export function UnclearPlatform({ platforms, current, onSwitch }: UnclearProps) {
  const others = platforms.filter((platform) => platform !== current).map((platform) => formatType(platform));
  return (
    <PanelRow isNote>
      <p>
        This file can also be a {LIST.format(others)} export. The pages will be for {formatType(current)}.
      </p>
      {onSwitch &&
        others.map((name) => (
          <Button key={name} size="xs" onClick={() => onSwitch(name)}>
            Switch to {name}
          </Button>
        ))}
    </PanelRow>
  );
}
