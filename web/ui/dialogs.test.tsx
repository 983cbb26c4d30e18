import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type Feedback, FeedbackDialog } from './feedback-dialog.tsx';

describe('the feedback dialog', () => {
  function open(feedback: Feedback) {
    const onClose = vi.fn<() => void>();
    render(
      <MantineProvider env="test">
        <FeedbackDialog feedback={feedback} onClose={onClose} />
      </MantineProvider>,
    );
    return onClose;
  }
  const movePointer = (element: Element) => fireEvent.pointerMove(element, { movementX: 4, movementY: 1 });
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  test.each([
    ['success', 'Success!'],
    ['error', 'Oops!'],
  ] as const)(
    'of the kind %s has the title %s, shows the message and closes after 2000 ms',
    (kind, title) => {
      const onClose = open({ kind, message: 'Project was successfully added!' });
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
      expect(screen.getByRole('alert').textContent).toContain('Project was successfully added!');
      pass(1999);
      expect(onClose).not.toHaveBeenCalled();
      pass(1);
      expect(onClose).toHaveBeenCalledTimes(1);
    },
  );

  test.each([
    ['the pointer is inside', movePointer, fireEvent.pointerLeave],
    ['the focus is inside', fireEvent.focus, fireEvent.blur],
  ])('stays open while %s, then closes 2000 ms later', (_what, enter, leave) => {
    const onClose = open({ kind: 'success', message: 'Done' });
    enter(screen.getByRole('alert'));
    pass(60_000);
    expect(onClose).not.toHaveBeenCalled();
    leave(screen.getByRole('alert'));
    pass(2000);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('also closes when it appears under a resting pointer', () => {
    const onClose = open({ kind: 'success', message: 'Deleted' });
    fireEvent.pointerEnter(screen.getByRole('alert'));
    fireEvent.pointerMove(screen.getByRole('alert'), { movementX: 0, movementY: 0 });
    pass(2000);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('the confirm dialog', () => {
  test('treats Escape as No, unless closing has another effect', () => {
    const calls: string[] = [];
    const show = (onClose?: () => void) => (
      <MantineProvider env="test">
        <ConfirmDialog
          isOpened
          message="Split it?"
          onYes={() => calls.push('yes')}
          onNo={() => calls.push('no')}
          {...(onClose && { onClose })}
        />
      </MantineProvider>
    );
    const { rerender } = render(show());
    fireEvent.keyDown(document.body, { key: 'Escape' });
    rerender(show(() => calls.push('closed')));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(calls).toEqual(['no', 'closed', 'no']);
  });

  const onYes = vi.fn<() => void>();
  const onNo = vi.fn<() => void>();
  const show = (isBusy = false) => (
    <MantineProvider env="test">
      <ConfirmDialog isOpened message="Delete it?" onYes={onYes} onNo={onNo} isBusy={isBusy} />
    </MantineProvider>
  );
  beforeEach(() => {
    onYes.mockReset();
    onNo.mockReset();
  });

  test('asks under "Confirm Action", with No left of Yes', () => {
    render(show());
    expect(screen.getByRole('dialog', { name: 'Confirm Action' }).textContent).toContain('Delete it?');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
    fireEvent.click(screen.getByText('Yes'));
    fireEvent.click(screen.getByText('No'));
    expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 1]);
  });

  test('shows "Please Wait" and can’t be closed while busy', () => {
    render(show(true));
    expect(screen.getByRole('status').textContent).toBe('Please Wait');
    fireEvent.click(screen.getByText('No'));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onNo).not.toHaveBeenCalled();
  });
});
