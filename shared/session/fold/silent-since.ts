/** When a command that seems to wait for input printed last: not before `earliest`. Logs of earlier versions don't say how long it was silent. */
export function silentSince(
  { at, data: { silentMs = 0 } }: { at: number; data: { silentMs?: number | undefined } },
  earliest: number,
): number {
  return Math.min(at, Math.max(earliest, at - silentMs));
}
