import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { tags } from '@lezer/highlight';
import { unifiedMergeView } from '@codemirror/merge';
import { completeSettings } from './complete-settings.ts';
import { settingsProblems } from './settings-problems.ts';
import styles from './settings-files.module.css';

/** Uses the window's colour tokens, so both themes work. */
export const editorTheme = [
  EditorView.theme({
    '&': { height: '100%', color: 'var(--fg-0)', backgroundColor: 'var(--bg-field)', fontSize: 'var(--t-mono)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
    '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
    '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
    '.cm-gutters': { backgroundColor: 'var(--bg-1)', color: 'var(--fg-2)', borderRight: '1px solid var(--line)' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--selected)',
    },
    '.cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: 'none' },
    '.cm-foldPlaceholder': { backgroundColor: 'var(--bg-3)', border: 'none', color: 'var(--fg-1)' },
    '.cm-tooltip': {
      border: '1px solid var(--line-strong)',
      borderRadius: 'var(--r-control)',
      backgroundColor: 'var(--bg-overlay)',
      boxShadow: 'var(--shadow)',
      color: 'var(--fg-0)',
    },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--fg-0)' },
    '.cm-completionDetail': { color: 'var(--fg-2)', fontStyle: 'normal' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
    '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
    '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--ok-bg) !important' },
    '.cm-deletedChunk': { backgroundColor: 'var(--danger-bg) !important' },
    '.cm-changedText': { background: 'color-mix(in oklab, var(--ok) 25%, transparent) !important' },
    '.cm-deletedText': { background: 'color-mix(in oklab, var(--danger) 25%, transparent) !important' },
    '.cm-collapsedLines': { background: 'var(--bg-2)', color: 'var(--fg-1)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--code-property)' },
      { tag: tags.string, color: 'var(--code-string)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
      { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--code-quiet)' },
    ]),
  ),
];

export interface SettingsEditorProps {
  readonly label: string;
  /** Initial text; change `key` to reset it. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** Edits a settings file as text, with completion and errors from the schema. Tab moves the focus, as everywhere in the window. */
export function SettingsEditor({ label, text, onChange, onSave }: SettingsEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const start = useRef(text);
  const act = useRef({ onChange, onSave });
  useEffect(() => {
    act.current = { onChange, onSave };
  });
  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: start.current,
        extensions: [
          // Keeps the file's line endings, so that saving changes only what was edited.
          EditorState.lineSeparator.of(start.current.includes('\r\n') ? '\r\n' : '\n'),
          indentUnit.of(/\n([ \t]+)\S/u.exec(start.current)?.[1] ?? '  '),
          keymap.of([
            { key: 'Mod-s', run: () => (act.current.onSave(), true) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...foldKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          history(),
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          json(),
          autocompletion({ override: [completeSettings], icons: false }),
          linter((current) => settingsProblems(current.state), { delay: 250 }),
          editorTheme,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => update.docChanged && act.current.onChange(update.state.sliceDoc())),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
  }, [label]);
  return <div ref={host} className={styles.editor} />;
}

/** The difference between two texts; unchanged parts are collapsed. */
export function TextDiff({ before, after, label }: { readonly before: string; readonly after: string; readonly label: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          json(),
          EditorState.readOnly.of(true),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 6 } }),
          editorTheme,
          EditorView.contentAttributes.of({ 'aria-label': label }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label]);
  return <div ref={host} className={styles.diff} />;
}
