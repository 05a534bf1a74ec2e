import { join } from 'node:path';
import { McpMemory } from '#main/mcp/servers/mcp-memory.ts';
import { withFileLock } from '#main/settings/edit/file-lock.ts';
import type { SetUpInput } from './set-up-item.ts';

/** Which MCP servers the user switched off for a project. Only reads. */
export function switchedOffServers(stateDir: string, projectDir: string): SetUpInput['switchedOff'] {
  const memory = new McpMemory({ file: join(stateDir, 'mcp.json'), withLock: (file, work) => withFileLock(stateDir, file, work) });
  return (name) => memory.switchedOff(projectDir, name);
}
