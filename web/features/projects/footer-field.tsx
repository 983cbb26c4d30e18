/**
 * The field of the footer template: a plain one until somebody goes there, then one that colours the
 * code. Where that one does not come, the plain one stays.
 */
import { Textarea } from '@mantine/core';
import {
  type FocusEvent,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { FooterFieldProps } from './footer-cursor.ts';
import classes from './footer-field.module.css';

const loadCode = async () => (await import('./footer-code.tsx')).FooterCode;
const FooterCode = lazyPart<FooterFieldProps>('footer-code', loadCode, PlainField);

export function FooterField(props: Omit<FooterFieldProps, 'start'>) {
  const [isWanted, setWanted] = useState(false);
  const [code, setCode] = useState<{ start?: [number, number] }>();
  const frame = useRef<HTMLDivElement>(null);
  // What was typed and selected while the part was under way goes along.
  const readSelection = useCallback(() => {
    const field = frame.current?.querySelector('textarea');
    if (!field || field !== document.activeElement) return setCode({});
    setCode({ start: [field.selectionStart, field.selectionEnd] });
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    const show = () => void (isLeft || readSelection());
    loadCode().then(show, show);
    return () => {
      isLeft = true;
    };
  }, [isWanted, readSelection]);
  const plain = <PlainField {...props} onFocus={() => setWanted(true)} />;
  return (
    <div ref={frame}>
      {code ? (
        <Suspense fallback={plain}>
          <FooterCode {...props} {...code} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}

interface PlainProps extends FooterFieldProps {
  onFocus?: (event: FocusEvent) => void;
}

function PlainField({ id, label, value, hasError, cursor, onChange, onFocus }: PlainProps) {
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
