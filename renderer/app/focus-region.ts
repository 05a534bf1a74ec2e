/** Moves the focus into a part of the window marked with `data-region`: to its first control, or the part itself. */
export function focusRegion(region: 'permission-queue' | 'conversation'): void {
  const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
  const target = element?.querySelector<HTMLElement>('[data-autofocus], [tabindex="0"], textarea, button:not(:disabled)') ?? element;
  target?.focus();
}

export function focusMessageBox(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-message-box]')?.focus();
}
