export interface InspectorProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly onClose: () => void;
}

/** Everything known about one call. */
export function Inspector({ callId, onClose }: InspectorProps) {
  return (
    <aside aria-label="Inspector" data-call={callId}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </aside>
  );
}
