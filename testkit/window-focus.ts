/** Focus of the window in component tests, which have it at first. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Gives the window the focus, or removes it. */
export function setFocus(isFocused: boolean): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isFocused);
  act(() => void window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
}
