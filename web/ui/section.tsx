/** Section of a form page: heading, short description, content. */
import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface Props {
  id: string;
  title: string;
  hint: string;
  children: ReactNode;
}

export function Section({ id, title, hint, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <Flex wrap="wrap" align="baseline" columnGap={12}>
        <Text component="h2" id={`${id}-title`} size="xl" fw={600}>
          {title}
        </Text>
        <Box component="p" c="var(--text2)" fz="small">
          {hint}
        </Box>
      </Flex>
      {children}
    </section>
  );
}
