/** A process that main has started, and the messages between them. */
export interface ProcessPort {
  onMessage(listener: (message: unknown) => void): void;
  /** Once. */
  onEnd(listener: () => void): void;
  /** Structured-clonable. Lost if the process has ended. */
  send(message: unknown): void;
  /** At once, whatever it does. */
  kill(): void;
}
