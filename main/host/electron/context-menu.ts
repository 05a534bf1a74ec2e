import { BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';

/** The system's menu for text: spelling suggestions, and cut, copy and paste where they apply. The page has its own menus for the rest. */
export function addContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, params) => {
    const items = contextMenuItems(params, (word) => contents.replaceMisspelling(word));
    const window = BrowserWindow.fromWebContents(contents);
    if (items.length > 0 && window) Menu.buildFromTemplate(items).popup({ window });
  });
}

export function contextMenuItems(
  { isEditable, selectionText, editFlags, dictionarySuggestions }: ContextMenuParams,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  const hasSelection = selectionText.trim() !== '';
  if (!isEditable) return hasSelection ? [{ role: 'copy' }] : [];
  const suggestions = dictionarySuggestions.slice(0, 5).map((word) => ({ label: word, click: () => replace(word) }));
  return [
    ...suggestions,
    ...(suggestions.length > 0 ? [{ type: 'separator' as const }] : []),
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
