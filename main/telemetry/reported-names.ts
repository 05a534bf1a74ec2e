const SERVERS_TOOL = 'mcp_tool';
const OTHER = 'custom';

/** Names of tools and agents as exported: a custom name may reveal too much. */
export class ReportedNames {
  readonly #reportsAll: boolean;
  readonly #tools: ReadonlySet<string>;
  readonly #agents: ReadonlySet<string>;

  /** `tools`, `agents`: Gatehouse's own names, which are always exported. */
  constructor(reportsAll: boolean, tools: Iterable<string>, agents: Iterable<string>) {
    this.#reportsAll = reportsAll;
    this.#tools = new Set(tools);
    this.#agents = new Set(agents);
  }

  tool(name: string): string {
    if (this.#reportsAll || this.#tools.has(name)) return name;
    return name.startsWith('mcp__') ? SERVERS_TOOL : OTHER;
  }

  agent(type: string): string {
    return this.#reportsAll || this.#agents.has(type) ? type : OTHER;
  }
}
