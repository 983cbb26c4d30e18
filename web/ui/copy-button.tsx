/** Copies a text, or one that it fetches first, and confirms it. */
import { ActionIcon, Button } from '@mantine/core';
import { Check, Copy, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type CopyState, useCopy } from './use-copy.ts';

interface Props {
  /** Text, or a function that fetches it on click. */
  text: string | (() => Promise<string>);
  /** Accessible name of the text: `the checksum of part-01.xml`. */
  noun: string;
  /** Label of a button without an icon. */
  label?: string;
  onFailure?: (error: unknown) => void;
  /** Icon to use instead of the copy icon. */
  Icon?: LucideIcon;
  /** -1 if arrow keys move to the button. */
  tabIndex?: number;
}

/** Temporary label of the button after a click. */
const OUTCOMES: Partial<Record<CopyState, { name: string; Icon: LucideIcon }>> = {
  copied: { name: 'Copied', Icon: Check },
  failed: { name: 'Couldn’t copy', Icon: TriangleAlert },
};

export function CopyButton({ text, noun, label, onFailure, Icon: Own = Copy, tabIndex }: Props) {
  const copying = useCopy();
  const [isFetching, setFetching] = useState(false);
  const outcome = OUTCOMES[copying.state];
  const Icon = outcome?.Icon ?? Own;
  const copy = async () => {
    if (typeof text === 'string') return copying.copy(text);
    setFetching(true);
    try {
      await copying.copy(await text());
    } catch (error) {
      copying.fail();
      onFailure?.(error);
    } finally {
      setFetching(false);
    }
  };
  const name = outcome?.name ?? `Copy ${noun}`;
  if (label !== undefined) {
    return (
      <Button size="xs" leftSection={<Icon size={14} />} loading={isFetching} onClick={copy}>
        {outcome?.name ?? label}
      </Button>
    );
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={name}
      title={name}
      tabIndex={tabIndex}
      onClick={copy}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}
