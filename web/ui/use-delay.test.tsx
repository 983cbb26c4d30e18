import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDelay } from './use-delay.ts';

function Line({ isOn }: { isOn: boolean }) {
  return <p>{useDelay(isOn) ? 'shown' : 'hidden'}</p>;
}

test('is never true for less than 200 ms, and starts again the next time', () => {
  const { rerender } = render(<Line isOn />);
  act(() => void vi.advanceTimersByTime(199));
  expect(screen.getByText('hidden')).toBeTruthy();
  rerender(<Line isOn={false} />);
  rerender(<Line isOn />);
  act(() => void vi.advanceTimersByTime(199));
  expect(screen.getByText('hidden')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('shown')).toBeTruthy();
  rerender(<Line isOn={false} />);
  expect(screen.getByText('hidden')).toBeTruthy();
});
