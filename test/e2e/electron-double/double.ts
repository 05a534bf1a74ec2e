export type ProtocolHandler = (request: Request) => Promise<Response> | Response;

/** What tests inspect and control. */
export const double = {
  log: [] as { what: string; details: unknown }[],
  /** Answers of the next dialogs, in order. */
  dialogAnswers: [] as unknown[],
  protocolHandlers: new Map<string, ProtocolHandler>(),
  schemes: [] as unknown[],
  permission: undefined as ((contents: unknown, permission: string, callback: (allowed: boolean) => void) => void) | undefined,
  menu: undefined as unknown,
  dockMenu: undefined as unknown,
  popup: undefined as unknown,
  exited: false,
};

/** Logs what the app did. */
export function note(what: string, details: unknown = null): void {
  double.log.push({ what, details });
}
