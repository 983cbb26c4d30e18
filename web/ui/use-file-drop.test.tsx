import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useFileDrop } from './use-file-drop.ts';

let taken: string[];

function Card() {
  const { isOver, handlers } = useFileDrop((file) => taken.push(file.name));
  return (
    <div data-testid="card" {...handlers}>
      {isOver ? 'over' : 'waiting'}
      <b>inside</b>
    </div>
  );
}

const files = (...names: string[]) => ({
  dataTransfer: { types: ['Files'], files: names.map((name) => new File([''], name)) },
});
const text = { dataTransfer: { types: ['text/plain'], files: [] } };

beforeEach(() => {
  taken = [];
  render(<Card />);
});

const card = () => screen.getByTestId('card');

describe('dropping on a card', () => {
  test('accepts the first file, and the browser doesn’t open it', () => {
    fireEvent.dragEnter(card(), files('a.xml'));
    const drop = createEvent.drop(card(), files('a.xml', 'b.xml'));
    fireEvent(card(), drop);
    expect(taken).toEqual(['a.xml']);
    expect(drop.defaultPrevented).toBe(true);
    expect(card().textContent).toContain('waiting');
  });

  test('stays "over" while the pointer crosses child elements', () => {
    fireEvent.dragEnter(card(), files('a.xml'));
    fireEvent.dragEnter(screen.getByText('inside'), files('a.xml'));
    fireEvent.dragLeave(screen.getByText('inside'), files('a.xml'));
    expect(card().textContent).toContain('over');
    fireEvent.dragLeave(card(), files('a.xml'));
    expect(card().textContent).toContain('waiting');
  });

  test('leaves dragged text to the browser', () => {
    fireEvent.dragEnter(card(), text);
    const drop = createEvent.drop(card(), text);
    fireEvent(card(), drop);
    expect(drop.defaultPrevented).toBe(false);
    expect(card().textContent).toContain('waiting');
  });
});
