import type { Handlers } from '#main/host/engine-port.ts';
import type { mcpCommands as contract } from '#shared/contract/commands/mcp-commands.ts';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import type { EngineParts } from '../engine-parts.ts';

/** Lists MCP servers and changes their state. */
export function mcpCommands({ projects, sessions }: EngineParts): Handlers<typeof contract> {
  const rows = (projectDir: string): { servers: McpServerRow[] } => ({ servers: projects.get(projectDir).mcp?.list() ?? [] });
  return {
    'elicitation.answer': async ({ sessionId, elicitationId, action, content }) => {
      const { elicitations } = (await sessions.get(sessionId)).session;
      return { outcome: elicitations.answer(elicitationId, { action, ...(content && { content }) }) };
    },
    'mcp.list': ({ projectDir }) => rows(projectDir),
    'mcp.restart': async ({ projectDir, name }) => {
      await projects.get(projectDir).mcp?.restart(name);
      return rows(projectDir);
    },
    'mcp.setEnabled': async ({ projectDir, name, enabled }) => {
      await projects.get(projectDir).mcp?.setEnabled(name, enabled);
      return rows(projectDir);
    },
    'mcp.signIn': ({ projectDir, name }) => {
      projects.get(projectDir).mcp?.signIn(name)?.start();
      return rows(projectDir);
    },
    'mcp.cancelSignIn': ({ projectDir, name }) => {
      projects.get(projectDir).mcp?.signIn(name)?.cancel();
      return rows(projectDir);
    },
    'mcp.finishSignIn': ({ projectDir, name, address }) => ({
      taken: projects.get(projectDir).mcp?.signIn(name)?.receive(address) ?? false,
    }),
    'mcp.signOut': async ({ projectDir, name }) => {
      await projects.get(projectDir).mcp?.signIn(name)?.signOut();
      return rows(projectDir);
    },
    'mcp.accept': async ({ projectDir, name, definitions }) => {
      await projects.get(projectDir).mcp?.acceptDefinitions(name, definitions);
      return rows(projectDir);
    },
  };
}
