/** Head of a card with a file: name, size, and buttons that change it. */
import { ActionIcon, Box, Button, Flex } from '@mantine/core';
import { Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './file-head.module.css';

interface Props {
  icon: ReactNode;
  name: string;
  /** Line of facts, or the current work. */
  facts: ReactNode;
  onReplace: () => void;
  onRemove: () => void;
  /** Accessible subject of the buttons: `the seed page`. */
  noun: string;
}

export function FileHead({ icon, name, facts, onReplace, onRemove, noun }: Props) {
  return (
    <Flex align="center" gap={12} p="12px 14px">
      <Box
        component="span"
        display="grid"
        flex="none"
        w={40}
        h={40}
        bdrs={8}
        bg="var(--sea-ground)"
        c="var(--sea-text)"
        style={{ placeItems: 'center' }}
        aria-hidden="true"
      >
        {icon}
      </Box>
      <Box flex={1} miw={0}>
        <Box
          component="h3"
          fz="md"
          fw={600}
          lh="20px"
          style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          title={name}
        >
          {name}
        </Box>
        <Box c="var(--text3)" fz="small">
          {facts}
        </Box>
      </Box>
      <Flex flex="none" align="center" gap={8}>
        <Button
          size="xs"
          className={classes.replace}
          leftSection={<Upload size={14} />}
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
          <X size={18} />
        </ActionIcon>
      </Flex>
    </Flex>
  );
}
