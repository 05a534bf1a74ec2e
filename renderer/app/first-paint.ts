/** Removes what index.html draws before the script runs. Call before the paint that replaces it. */
export function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}
