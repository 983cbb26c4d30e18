/** Auto, light or dark; stored in this browser and applied in every tab. */
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import classes from './scheme-switch.module.css';

const SCHEMES = [
  { value: 'auto', label: 'Auto', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      role="radiogroup"
      aria-label="Color scheme"
      value={colorScheme}
      onChange={setColorScheme}
      data={SCHEMES.map(({ value, label, Icon }) => ({
        value,
        label: (
          <span className={classes.choice}>
            <Icon size={16} />
            {label}
          </span>
        ),
      }))}
    />
  );
}
