/** Bar at the bottom of a form: its buttons, and the reason why they are disabled or what comes next. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-bar.module.css';

/** Element for the buttons. */
export const BAR_BUTTONS_ID = 'bar-buttons';

/** Id of the text that describes the buttons. */
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
