import { readDefinition, type ToolDefinition } from './tool-definition.ts';

/** A server that offers more has the rest left out, and says so. */
const MAX_TOOLS = 1000;
const MAX_PROBLEMS = 20;

/** What a server listed, as far as it can be used; `problems` says what was left out and why. */
export function readToolList(raw: readonly unknown[]): { readonly tools: readonly ToolDefinition[]; readonly problems: readonly string[] } {
  const tools = new Map<string, ToolDefinition>();
  const problems: string[] = [];
  for (const one of raw.slice(0, MAX_TOOLS)) {
    const read = readDefinition(one);
    if (typeof read === 'string') problems.push(read);
    else if (tools.has(read.rawName)) problems.push(`${read.rawName}: it is listed twice; the first one counts`);
    else tools.set(read.rawName, read);
  }
  if (raw.length > MAX_TOOLS) problems.push(`${raw.length - MAX_TOOLS} tools over ${MAX_TOOLS} were left out`);
  return { tools: [...tools.values()], problems: problems.slice(0, MAX_PROBLEMS) };
}
