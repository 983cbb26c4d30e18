/** Button that opens a dialog, which loads on first use. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import { showToast } from '#web/ui/toast.tsx';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';

export interface DialogState {
  isOpened: boolean;
  onClose: () => void;
}

function DialogMissing({ onClose }: DialogState) {
  useEffect(() => {
    showToast({ kind: 'error', text: 'Couldn’t open the dialog.', detail: 'Reload the page and try again.' });
    onClose();
  }, [onClose]);
  return null;
}

/**
 * Creates the button of a dialog, which gets the button's props.
 * @param name in error messages
 */
export function createDialogButton<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props & DialogState>>,
  button: ButtonProps,
): ComponentType<Props> {
  const Dialog = lazyPart<Props & DialogState>(name, load, DialogMissing);
  return function DialogButton(props: Props) {
    const [isWanted, setWanted] = useState(false);
    const [isOpened, setOpened] = useState(false);
    const [close] = useState(() => () => setOpened(false));
    useFocusAfter(isOpened);
    const open = () => {
      setWanted(true);
      setOpened(true);
    };
    return (
      <>
        <Button {...button} onClick={open} />
        {isWanted && (
          <Suspense>
            <Dialog {...props} isOpened={isOpened} onClose={close} />
          </Suspense>
        )}
      </>
    );
  };
}
