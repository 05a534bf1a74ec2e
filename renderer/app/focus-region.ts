/** Moves the focus into a part of the window marked with `data-region`: to what it names for that, else its first control. */
export function focusRegion(region: 'permission-queue' | 'conversation' | 'side'): void {
  const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
  const wanted = element?.querySelector<HTMLElement>('[data-autofocus], [role="treegrid"]');
  const first = element?.querySelector<HTMLElement>('[tabindex="0"], input, textarea, button:not(:disabled)');
  (wanted ?? first ?? element)?.focus({ focusVisible: true });
}
