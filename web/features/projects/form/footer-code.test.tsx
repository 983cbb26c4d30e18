/** The code editor keeps typed text while the form still renders an older value. */
import { EditorView } from '@codemirror/view';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FooterCode } from './footer-code.tsx';

function open(value: string) {
  const onChange = vi.fn<(text: string) => void>();
  const draw = (text: string) => (
    <FooterCode id="footer" label="Footer" value={text} hasError={false} cursor={null} onChange={onChange} />
  );
  const { rerender, container } = render(draw(value));
  return {
    type: (insert: string) =>
      act(() => {
        const view = EditorView.findFromDOM(container);
        view?.dispatch({ changes: { from: view.state.doc.length, insert } });
      }),
    give: (text: string) => rerender(draw(text)),
    shown: () => container.querySelector('.cm-content')?.textContent,
  };
}

test('what was typed in the meantime stays', () => {
  const field = open('[city]');
  field.type(' and');
  field.type(' more');
  field.give('[city] and');
  expect(field.shown()).toBe('[city] and more');
  field.give('[city] and more');
  expect(field.shown()).toBe('[city] and more');
});

test('a text from elsewhere takes the place of what is there, each time', () => {
  const field = open('[city]');
  field.type(' typed');
  field.give('[city] typed');
  for (const text of ['a draft', '[city] typed', 'a draft']) {
    field.give(text);
    expect(field.shown()).toBe(text);
  }
});
