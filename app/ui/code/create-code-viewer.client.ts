import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';

import { readNonce } from '#app/ui/read-nonce.ts';

const THEME = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--color-blue)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--color-blue)' },
  '.cm-line': { padding: '0 48px 0 8px' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--color-muted)',
    border: 'none',
    paddingLeft: '6px',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-blue-tint)',
    border: 'none',
    color: 'var(--color-blue)',
    padding: '0 6px',
  },
  '.cm-panels': { backgroundColor: 'var(--color-sunken)', color: 'var(--color-ink)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--color-line)' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--color-raised)',
    backgroundImage: 'none',
    border: '1px solid var(--color-edge)',
    borderRadius: '6px',
    color: 'var(--color-ink)',
    fontSize: '13px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--color-warn-tint)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--color-blue-tint)' },
});

/** Few colours: one for names, one for values, one for comments. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: 'var(--color-blue)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--color-pass)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-pencil)' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--color-fail)' },
  { tag: [tags.typeName, tags.className], color: 'var(--color-warn)' },
  { tag: tags.comment, color: 'var(--color-muted)', fontStyle: 'italic' },
]);

const LANGUAGES = {
  json: () => json(),
  typescript: () => javascript({ typescript: true }),
  javascript: () => javascript(),
};

/** Shows source in a read-only CodeMirror. */
export function createCodeViewer(options: {
  parent: HTMLElement;
  text: string;
  language: keyof typeof LANGUAGES;
  label: string;
  /** Long lines go on below instead of out of sight. */
  isWrapped?: boolean;
  /** Line to begin with, from 1. */
  line?: number | null;
}): { destroy: () => void } {
  const view = new EditorView({
    parent: options.parent,
    doc: options.text,
    extensions: [
      EditorView.cspNonce.of(readNonce()),
      basicSetup,
      LANGUAGES[options.language](),
      syntaxHighlighting(COLOURS),
      THEME,
      ...(options.isWrapped ? [EditorView.lineWrapping] : []),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({
        'aria-label': options.label,
        'aria-readonly': 'true',
        tabindex: '0',
      }),
    ],
  });
  const { doc } = view.state;
  if (options.line && options.line <= doc.lines) {
    const { from, to } = doc.line(options.line);
    view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }
  return view;
}
