/** Every question that waits for a person, docked below the conversation. */
export function PermissionQueue({ sessionId }: { readonly sessionId: string }) {
  return <section aria-label="Permission queue" data-session={sessionId} />;
}
