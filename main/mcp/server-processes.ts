/** How servers are kept from outliving us: the terminal room's way, handed down. */
export interface ServerProcesses {
  /** Goes into the environment of a server, and so of everything it starts. `id` is 12 hex digits. */
  mark(id: string): Readonly<Record<string, string>>;
  /** Signals the group a server leads, and what left it but still carries the mark. */
  signal(pid: number, id: string, signal: NodeJS.Signals): Promise<void>;
  /** Ends what servers with these ids left running when their Gatehouse was killed. */
  endLeftBehind(ids: readonly string[]): Promise<void>;
}
