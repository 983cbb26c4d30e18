/** Copies a text that is on the page, or one that must be fetched first, and says that it did. */
import { ActionIcon, Button } from '@mantine/core';
import { Check, Copy, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type CopyState, useCopy } from './use-copy.ts';

interface Props {
  /** The text, or where to get it; fetched only when asked for. */
  text: string | (() => Promise<string>);
  /** What is copied, for those who see no icon: `the checksum of part-01.xml`. */
  noun: string;
  /** A button with these words instead of an icon. */
  label?: string;
  onFailure?: (error: unknown) => void;
  /** Represents the thing where `Copy` would not say enough. */
  Icon?: LucideIcon;
  /** -1 where arrow keys lead to the icon. */
  tabIndex?: number;
}

/** Instead of what the button is called otherwise. */
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
