import type { ChosenServer } from './choose-servers.ts';
import type { DefinitionApproval } from './definition-approval.ts';
import type { McpServer } from './mcp-server.ts';
import { digestOf, type ServerEntry } from './server-entry.ts';

/** A running entry with what belongs to it. */
export interface HeldServer {
  readonly chosen: ChosenServer;
  readonly entry: ServerEntry;
  readonly server: McpServer;
  readonly approval: DefinitionApproval;
}

/** Digest of all that a server says of its tools now: an answer to a list that was shown must carry it. */
export function definitionsOf({ server }: HeldServer): string {
  return digestOf(server.tools.map(({ rawName, digest }) => [rawName, digest]));
}
