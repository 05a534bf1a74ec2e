/** Takes away what index.html drew before the script was there. Called before the paint of what stands in its place. */
export function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}
