/**
 * The field of the footer template: a plain one until somebody goes there, then one that colors the
 * code. Where that one does not come, the plain one stays.
 */
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

/** What was typed and selected while the part was under way goes along. */
function takeOver(frame: HTMLElement | null, Code: CodeField): Shown {
  const field = frame?.querySelector('textarea');
  if (!field || field !== document.activeElement) return { Code };
  return { Code, start: [field.selectionStart, field.selectionEnd] };
}

interface Props extends Omit<FooterFieldProps, 'start'> {
  /** The keyboard or the pointer has gone elsewhere; that one field takes the other's place is no leaving. */
  onLeave: () => void;
}

export function FooterField({ onLeave, ...props }: Props) {
  const [isWanted, setWanted] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    // Both fields change places at once, so that the focus is nowhere else in between, and not together with the
    // next key, which has work of its own.
    const show = (Code: CodeField) => isLeft || flushSync(() => setShown(takeOver(frame.current, Code)));
    // Without it one can write as well.
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
