/** Copies a text that stands on the page, or one that must be fetched first, and says that it did. */
import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

interface Props {
  /** The text, or where to get it; fetched only when asked for. */
  text: string | (() => Promise<string>);
  /** What is copied, for those who see no icon: `the checksum of part-01.xml`. */
  noun: string;
  /** A button with these words instead of an icon. */
  label?: string;
  onFailure?: (error: unknown) => void;
  /** What stands for the thing where `Copy` would not say enough. */
  Icon?: LucideIcon;
}

const ICON = { strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

export function CopyButton({ text, noun, label, onFailure, Icon: Own = Copy }: Props) {
  const clipboard = useClipboard({ timeout: 2000 });
  const [isFetching, setFetching] = useState(false);
  const Icon = clipboard.copied ? Check : Own;
  const copy = async () => {
    if (typeof text === 'string') return clipboard.copy(text);
    setFetching(true);
    try {
      clipboard.copy(await text());
    } catch (error) {
      onFailure?.(error);
    } finally {
      setFetching(false);
    }
  };
  const name = clipboard.copied ? 'Copied' : `Copy ${noun}`;
  if (label !== undefined) {
    return (
      <Button size="xs" leftSection={<Icon size={14} {...ICON} />} loading={isFetching} onClick={copy}>
        {clipboard.copied ? 'Copied' : label}
      </Button>
    );
  }
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={name} title={name} onClick={copy}>
      <Icon size={16} {...ICON} />
    </ActionIcon>
  );
}
