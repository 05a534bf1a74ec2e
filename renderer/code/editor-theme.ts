import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { TOKEN_TAGS } from './token-tags.ts';

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
  syntaxHighlighting(HighlightStyle.define(TOKEN_TAGS.map(({ kind, tags }) => ({ tag: [...tags], color: `var(--code-${kind})` })))),
];
