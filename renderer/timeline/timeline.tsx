/** The live timeline of a session: one row per call. */
export function Timeline({ sessionId }: { readonly sessionId: string }) {
  return <div role="treegrid" aria-label="Timeline" data-session={sessionId} />;
}
