import type { CanUseTool } from '#main/tool/tool.ts';

interface Split {
  readonly asked: readonly string[];
  /** About those left out, for the model. */
  readonly notes: readonly string[];
}

/**
 * Which servers a call of this tool about all servers may ask: a deny or ask rule about one leaves it out, since the call's own decision knew
 * no names.
 */
export async function serversWithoutRules(tool: string, servers: readonly string[], canUse: CanUseTool): Promise<Split> {
  const rows = await Promise.all(servers.map(async (server) => ({ server, asks: await canUse(tool, { server }) })));
  return {
    asked: rows.flatMap(({ server, asks }) => (asks ? server : [])),
    notes: rows.flatMap(({ server, asks }) => (asks ? [] : `${server} is left out, since a rule is about it. Name it to ask for it.`)),
  };
}
