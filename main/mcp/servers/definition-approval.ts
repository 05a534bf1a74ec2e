import type { McpMemory } from './mcp-memory.ts';
import type { ToolDefinition } from '../tools/tool-definition.ts';

/** One definition as a person was shown it. */
export interface ShownDefinition {
  readonly server: string;
  readonly tool: string;
  readonly digest: string;
}

export interface ApprovalOptions {
  readonly memory: McpMemory;
  /** Key of the server: what it is and where it counts. */
  readonly server: string;
  /** The user said to take everything as it is now (`--trust`). */
  readonly acceptsAll: boolean;
}

const CHANGED = 'the server changed what it says about this tool since you accepted it.';
const NEW = 'the server offers this tool since you accepted the others.';

/**
 * Which of a server's definitions the user has accepted. Accepting a server, by configuring it or trusting the folder that does,
 * accepts what it lists first; whatever it changes or adds later has to be seen by a person before allow rules count for it. The
 * model reads these texts as instructions, so a server must not be able to swap them under a rule.
 */
export class DefinitionApproval {
  readonly #options: ApprovalOptions;

  constructor(options: ApprovalOptions) {
    this.#options = options;
  }

  /** Tools were listed: the very first list is accepted with the server. */
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
