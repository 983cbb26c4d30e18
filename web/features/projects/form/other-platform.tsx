/** Says that a seed comes from another platform than the project is for, and switches a new project to it. */
import { Box, Button } from '@mantine/core';
import { formatType } from '../shared/project-types.rules.ts';
import { Fault } from './fault.tsx';
import { PanelRow } from './panel-row.tsx';

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

interface Props {
  other: string;
  /** Missing where the type of a project is settled. */
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
  /** Platforms that the file may come from. */
  platforms: readonly string[];
  /** That of the project. */
  current: string;
}

/** Says that the file may also come from another platform, whose pages differ. */
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
