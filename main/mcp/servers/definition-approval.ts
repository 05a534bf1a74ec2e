import type { McpMemory } from './mcp-memory.ts';
import type { ToolDefinition } from '../tools/tool-definition.ts';

/** A definition as shown to a person. */
export interface ShownDefinition {
  readonly server: string;
  readonly tool: string;
  readonly digest: string;
}

export interface ApprovalOptions {
  readonly memory: McpMemory;
  /** Key of the server: name, entry and, if it belongs to one, its project. */
  readonly server: string;
  /** The user accepts all current definitions (`--trust`). */
  readonly acceptsAll: boolean;
}

const CHANGED = 'the server changed what it says about this tool since you accepted it.';
const NEW = 'the server offers this tool since you accepted the others.';

/**
 * Which of a server's definitions the user has accepted. Accepting a server, by configuring it or trusting the folder that does,
 * accepts its first list; a person must see later changes and additions before allow rules count for them. The model reads these texts as
 * instructions, so a server must not be able to replace them under an existing rule.
 */
export class DefinitionApproval {
  readonly #options: ApprovalOptions;

  constructor(options: ApprovalOptions) {
    this.#options = options;
  }

  /** Called for each list of tools. The first one is accepted with the server. */
  async listed(tools: readonly ToolDefinition[]): Promise<void> {
    const { memory, server, acceptsAll } = this.#options;
    const digests = new Map(tools.map(({ rawName, digest }) => [rawName, digest]));
    if (acceptsAll) await memory.accept(server, digests);
    else if (memory.accepted(server) === undefined) await memory.begin(server, digests);
  }

  /** Why allow rules don't count for it; `undefined` when they do. */
  suspension({ rawName, digest }: Pick<ToolDefinition, 'rawName' | 'digest'>): string | undefined {
    const accepted = this.#options.memory.accepted(this.#options.server)?.get(rawName);
    if (accepted === undefined) return NEW;
    return accepted === digest ? undefined : CHANGED;
  }

  shown({ rawName, digest }: Pick<ToolDefinition, 'rawName' | 'digest'>): ShownDefinition {
    return { server: this.#options.server, tool: rawName, digest };
  }
}
