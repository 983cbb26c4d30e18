/** The bar at the bottom of a form: its buttons, and next to them why they are disabled or what comes next. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-bar.module.css';

/** Place of the buttons. */
export const BAR_BUTTONS_ID = 'bar-buttons';

/** Describes the buttons. */
export const BAR_WORDS_ID = 'bar-words';

export function FormBar({ buttons, children }: { buttons: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.bar}>
      <div id={BAR_BUTTONS_ID} className={classes.buttons}>
        {buttons}
      </div>
      <Flex id={BAR_WORDS_ID} wrap="wrap" gap="4px 20px" c="var(--text2)" fz="small">
        {children}
      </Flex>
    </div>
  );
}
