import { createHash } from 'node:crypto';

/** What the Messages API takes as a tool's name. */
const MAX_NAME = 64;

export interface RawName {
  readonly server: string;
  readonly tool: string;
}

export interface ToolName {
  readonly name: string;
  /** Why a rule can't tell which tool it means; then none allows it. */
  readonly ambiguous: string | undefined;
}

export function normalise(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_');
}

/**
 * Names under which the model knows these tools, in the same order. Servers whose names look alike once normalised, and tools that
 * come out the same, get names of their own and no allow rule counts for them: neither may inherit what was meant for the other.
 */
export function nameTools(tools: readonly RawName[]): ToolName[] {
  const servers = new Map<string, Set<string>>();
  const plain = new Map<string, number>();
  for (const { server, tool } of tools) {
    // Rules compare server names as written, models see them normalised; capitals must not be the only difference either.
    const key = normalise(server).toLowerCase();
    servers.set(key, (servers.get(key) ?? new Set()).add(server));
    const name = plainName({ server, tool });
    plain.set(name, (plain.get(name) ?? 0) + 1);
  }
  return tools.map((raw) => {
    const name = plainName(raw);
    const alike = [...(servers.get(normalise(raw.server).toLowerCase()) ?? [])].filter((other) => other !== raw.server);
    const same = (plain.get(name) ?? 0) > 1;
    if (same) return { name: marked(name, raw), ambiguous: `another tool would have the same name, ${name}.` };
    if (alike.length > 0) return { name, ambiguous: `the servers “${raw.server}” and “${alike[0]}” can’t be told apart in rules.` };
    return { name, ambiguous: undefined };
  });
}

function plainName(raw: RawName): string {
  const name = `mcp__${normalise(raw.server)}__${normalise(raw.tool)}`;
  return name.length <= MAX_NAME ? name : marked(name, raw);
}

/** Cut to make room for a digest of both raw names. */
function marked(name: string, { server, tool }: RawName): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, 8);
  return `${name.slice(0, MAX_NAME - digest.length - 1)}_${digest}`;
}
