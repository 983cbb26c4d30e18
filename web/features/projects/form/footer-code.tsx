/** Editor of the footer template with syntax highlighting; it replaces the plain field on focus. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { htmlLanguage } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, MatchDecorator, ViewPlugin } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getNonce } from 'get-nonce';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { FooterFieldProps } from './footer-cursor.ts';
import classes from './footer-field.module.css';

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--sea-text)' },
  { tag: tags.attributeName, color: 'var(--ochre-text)' },
  { tag: [tags.comment, tags.attributeValue, tags.definitionOperator], color: 'var(--text2)' },
  { tag: tags.invalid, color: 'var(--crimson-text)' },
]);

const placeholders = new MatchDecorator({
  regexp: /\[[^[\]\n]+\]/g,
  decoration: Decoration.mark({ class: classes.placeholder ?? '' }),
});

const markPlaceholders = ViewPlugin.define(
  (view) => ({
    marks: placeholders.createDeco(view),
    update(update) {
      this.marks = placeholders.updateDeco(update, this.marks);
    },
  }),
  { decorations: ({ marks }) => marks },
);

/**
 * Chromium copies colors onto text that replaces a selection with an inline style, which the content security
 * policy forbids and reports. The editor replaces the text itself.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    // The page's selection may be newer than the editor's.
    const selected = getSelection();
    if (inputType !== 'insertText' || data === null || selected?.type !== 'Range') return false;
    const range = selected.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  },
});

/** Tab isn't bound: it leaves the field. */
const EXTENSIONS: Extension[] = [
  history(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  htmlLanguage,
  syntaxHighlighting(colors),
  markPlaceholders,
  EditorView.lineWrapping,
  replaceSelection,
];

type FieldName = Pick<FooterFieldProps, 'id' | 'label' | 'hasError' | 'describedBy'>;

const nameField = ({ id, label, hasError, describedBy }: FieldName) =>
  EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    'aria-invalid': String(hasError),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    spellcheck: 'false',
  });

export function FooterCode(props: FooterFieldProps) {
  const { id, label, hasError, describedBy, cursor } = props;
  // Normalizes line ends to one character, as the editor counts them.
  const value = props.value.replaceAll(/\r\n?/g, '\n');
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [names] = useState(() => new Compartment());
  // Values that the form may still send back while the user types.
  const own = useRef([value]);
  const reportChange = useEffectEvent((text: string) => props.onChange(text));
  const open = useEffectEvent((parent: HTMLElement) => {
    const [anchor, head] = props.start ?? [value.length, value.length];
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        selection: { anchor: Math.min(anchor, value.length), head: Math.min(head, value.length) },
        extensions: [
          EditorView.cspNonce.of(getNonce() ?? ''),
          names.of(nameField(props)),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            own.current.push(update.state.doc.toString());
            reportChange(update.state.doc.toString());
          }),
          ...EXTENSIONS,
        ],
      }),
    });
    if (props.start) editor.focus();
    return editor;
  });
  useLayoutEffect(() => {
    if (!frame.current) return;
    const editor = open(frame.current);
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    view.current?.dispatch({ effects: names.reconfigure(nameField({ id, label, hasError, describedBy })) });
  }, [names, id, label, hasError, describedBy]);
  useEffect(() => {
    const editor = view.current;
    const known = own.current.lastIndexOf(value);
    own.current.splice(0, known + 1);
    if (!editor || known >= 0 || editor.state.doc.toString() === value) return;
    // Changed from outside, such as by a restored draft.
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    own.current = [];
  }, [value]);
  useImperativeHandle(cursor, () => ({
    insert: (text) => {
      const editor = view.current;
      if (!editor) return;
      editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true });
      editor.focus();
    },
  }));
  return <div ref={frame} className={classes.code} data-error={hasError || undefined} />;
}
