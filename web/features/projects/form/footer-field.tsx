/** Field of the footer template: plain until it has the focus, then a code editor, if it loads. */
import { Textarea } from '@mantine/core';
import { type ComponentType, type FocusEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import type { FooterFieldProps } from './footer-cursor.ts';
import classes from './footer-field.module.css';

type CodeField = ComponentType<FooterFieldProps>;

const loadCode = lazyWithTimeout<CodeField>(
  'footer-code',
  async () => (await import('./footer-code.tsx')).FooterCode,
);

interface Shown {
  Code: CodeField;
  start?: [anchor: number, head: number];
}

/** Keeps the selection of the plain field. */
function takeOver(frame: HTMLElement | null, Code: CodeField): Shown {
  const field = frame?.querySelector('textarea');
  if (!field || field !== document.activeElement) return { Code };
  return { Code, start: [field.selectionStart, field.selectionEnd] };
}

interface Props extends Omit<FooterFieldProps, 'start'> {
  /** Called when the focus leaves, but not when the editor replaces the plain field. */
  onLeave: () => void;
}

export function FooterField({ onLeave, ...props }: Props) {
  const [isWanted, setWanted] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    // Focused at once, so that the focus isn't lost in between.
    const show = (Code: CodeField) => isLeft || flushSync(() => setShown(takeOver(frame.current, Code)));
    // The plain field works without it.
    loadCode().then(show, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [isWanted]);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  };
  return (
    <div ref={frame} onBlur={leave}>
      {shown ? (
        <shown.Code {...props} {...(shown.start && { start: shown.start })} />
      ) : (
        <PlainField {...props} onFocus={() => setWanted(true)} />
      )}
    </div>
  );
}

interface PlainProps extends FooterFieldProps {
  onFocus?: (event: FocusEvent) => void;
}

function PlainField(props: PlainProps) {
  const { id, label, value, hasError, describedBy, cursor, onChange, onFocus } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  // Until it has the focus, texts are inserted at the end.
  useEffect(() => {
    const { length } = field.current?.value ?? '';
    field.current?.setSelectionRange(length, length);
  }, []);
  useImperativeHandle(cursor, () => ({
    insert: (text) => {
      if (!field.current) return;
      const { selectionStart, selectionEnd } = field.current;
      field.current.setRangeText(text, selectionStart, selectionEnd, 'end');
      onChange(field.current.value);
      field.current.focus();
    },
  }));
  return (
    <Textarea
      ref={field}
      aria-label={label}
      attributes={{ input: { 'aria-describedby': describedBy } }}
      classNames={{ input: classes.plain }}
      id={id}
      value={value}
      error={hasError}
      rows={2}
      spellCheck={false}
      onFocus={onFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
