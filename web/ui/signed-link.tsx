/** Link to a stored file. Its URL expires; a click on an old page fetches a new one. */
import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import classes from './link.module.css';
import { isStale } from './signed-link.rules.ts';
import { showToast } from './toast.tsx';

interface Props {
  address: string;
  /** Fetches a new URL of the same file; undefined when the file is gone. */
  onRenew: () => Promise<string | undefined>;
  /** Renders a button instead of a link in text. */
  button?: Pick<ButtonProps, 'variant' | 'size' | 'leftSection'>;
  /** Accessible name, where the text is only `Download`: `Download part-01.xml`. */
  label?: string;
  children: ReactNode;
  /** Navigates the browser; tests mock it. */
  follow?: (address: string) => void;
}

const go = (address: string) => window.location.assign(address);

export function SignedLink({ address, onRenew, button, label, children, follow = go }: Props) {
  const [isRenewing, setRenewing] = useState(false);
  const click = async (event: MouseEvent) => {
    if (!isStale(address, Date.now())) return;
    event.preventDefault();
    if (isRenewing) return;
    setRenewing(true);
    try {
      const fresh = await onRenew();
      if (fresh !== undefined) return follow(fresh);
      showToast({ kind: 'error', text: 'This file no longer exists.', detail: 'Reload the page.' });
    } catch (error) {
      const detail = error instanceof Error ? error.message : '';
      showToast({ kind: 'error', text: 'Couldn’t download the file.', detail });
    } finally {
      setRenewing(false);
    }
  };
  const shared = { 'aria-label': label, 'aria-busy': isRenewing || undefined, download: true };
  if (button) {
    return (
      <Button component="a" href={address} {...shared} {...button} onClick={click}>
        {children}
      </Button>
    );
  }
  return (
    <a className={classes.link} href={address} {...shared} onClick={click}>
      {children}
    </a>
  );
}
