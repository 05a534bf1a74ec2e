import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { CodeText } from '../../code/code-text.tsx';
import { editorTheme } from '../../code/editor-theme.ts';
import { languageOf } from '../../code/languages.ts';
import { EditFrame } from './edit-frame.tsx';
import type { EditableDiff } from './editable-diff.ts';
import { panelWords as words } from './panel-words.ts';
import styles from './edit-panel.module.css';

export interface DiffEditFormProps {
  readonly edit: EditableDiff;
  readonly disabled: boolean;
  readonly refused: string | null;
  readonly onSave: (input: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
  /** Edits the input by field instead. */
  readonly onForm: () => void;
}

/** The proposed text in its diff, to be changed before the call is allowed. What is saved is checked and decided like any input. */
export function DiffEditForm({ edit, disabled, refused, onSave, onCancel, onForm }: DiffEditFormProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const { above = '', below = '', line: firstLine = 1 } = edit.around ?? {};
  const save = (): void => {
    if (view.current) onSave(edit.inputWith(view.current.state.sliceDoc()));
  };
  useEffect(() => {
    if (!host.current) return;
    const language = new Compartment();
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: edit.after,
        extensions: [
          EditorState.lineSeparator.of(edit.after.includes('\r\n') ? '\r\n' : '\n'),
          // The form takes it; here it would insert a line.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          history(),
          lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
          drawSelection(),
          highlightSpecialChars(),
          EditorView.lineWrapping,
          unifiedMergeView({ original: edit.before, mergeControls: false, gutter: true, collapseUnchanged: { margin: 3, minSize: 8 } }),
          language.of([]),
          editorTheme,
          EditorView.contentAttributes.of({ 'aria-label': words.proposedText(edit.path) }),
        ],
      }),
    });
    view.current = editor;
    editor.focus();
    let open = true;
    void languageOf(edit.path).then(
      (found) => open && found && editor.dispatch({ effects: language.reconfigure(found) }),
      // Without the language's chunk, the text has no colours.
      () => undefined,
    );
    return () => {
      open = false;
      editor.destroy();
    };
  }, [edit, firstLine]);
  return (
    <EditFrame note={refused} disabled={disabled} swap={{ label: words.asAForm, onPress: onForm }} onSave={save} onCancel={onCancel}>
      <Surroundings text={above} path={edit.path} label={words.linesAbove} />
      <div ref={host} data-shows-diff="" className={styles.editor} />
      <Surroundings text={below} path={edit.path} label={words.linesBelow} />
    </EditFrame>
  );
}

/** Lines of the file that the edit leaves as they are. */
function Surroundings({ text, path, label }: { readonly text: string; readonly path: string; readonly label: string }) {
  if (text === '') return null;
  return (
    <pre className={styles.around} role="group" aria-label={label}>
      <CodeText text={text} hint={path} />
    </pre>
  );
}
