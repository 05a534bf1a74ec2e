export function focusMessageBox(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-message-box]')?.focus();
}
