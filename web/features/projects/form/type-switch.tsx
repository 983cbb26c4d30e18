/** Platforms that a new project can switch to; the current one is highlighted. */
import { Box, Flex } from '@mantine/core';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import classes from './project-form.module.css';
import { listSwitchTypes } from '../shared/project-types.rules.ts';

interface Props {
  chosen: string;
  isDisabled: boolean;
  onChoose: (name: string) => void;
}

export function TypeSwitch({ chosen, isDisabled, onChoose }: Props) {
  return (
    <Flex
      component="fieldset"
      aria-label="Project type"
      wrap="wrap"
      gap={8}
      m="0 0 20px"
      p={0}
      style={{ border: '0' }}
      disabled={isDisabled}
    >
      {listSwitchTypes(chosen).map(({ name, label }) => (
        <label key={name} className={classes.type}>
          <Box
            component="input"
            type="radio"
            name="type"
            pos="absolute"
            opacity={0}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <PlatformIcon type={name} size={18} isNamed />
          {label}
        </label>
      ))}
    </Flex>
  );
}
