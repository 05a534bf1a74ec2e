import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { unifiedMergeView } from '@codemirror/merge';
import { editorTheme } from '../../code/editor-theme.ts';
import { completeSettings } from './complete-settings.ts';
import { settingsProblems } from './settings-problems.ts';
import styles from './settings-files.module.css';

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
