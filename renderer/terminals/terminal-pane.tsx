/** The terminals of a session's commands. */
export function TerminalPane({ sessionId }: { readonly sessionId: string }) {
  return <section aria-label="Terminals" data-session={sessionId} />;
}
