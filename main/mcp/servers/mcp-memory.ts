import { parseJson } from '#shared/json-limits.ts';
import { createLogger } from '#main/log/logger.ts';
import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

const log = createLogger('mcp');

/** Content of the file in Gatehouse's own folder, mode 0600. */
const memorySchema = z.object({
  version: z.literal(1),
  /** Server key (name, entry, and project if it belongs to one) → tool → digest of the accepted definition. */
  definitions: z.record(z.string(), z.record(z.string(), z.string())),
  /** Project folder → servers the user switched off in the window. */
  off: z.record(z.string(), z.array(z.string())),
  /**
   * The file was damaged once. An unknown server may have been seen before, so a person must accept its first list; it may also have been
   * switched off, so it stays off until it is switched on.
   */
  wasLost: z.literal(true).optional(),
  /** Servers the user switched on since then, as in `off`. */
  on: z.record(z.string(), z.array(z.string())).optional(),
});
type Memory = z.output<typeof memorySchema>;

const MAX_BYTES = 16 * 1024 * 1024;

export interface McpMemoryOptions {
  /** Absolute. */
  readonly file: string;
  /** Runs work while no other process changes the file. */
  readonly withLock: <T>(file: string, work: () => Promise<T>) => Promise<T>;
}

/** Which tool definitions the user has accepted, and which servers they switched off. Shared by all processes of Gatehouse. */
export class McpMemory {
  readonly #options: McpMemoryOptions;
  #cached: { readonly stamp: string; readonly memory: Memory | undefined } | undefined;

  constructor(options: McpMemoryOptions) {
    this.#options = options;
  }

  /** Tool → digest of its accepted definition; `undefined` for a new server. After damage to the file, no server counts as new. */
  accepted(server: string): ReadonlyMap<string, string> | undefined {
    const memory = this.#read();
    if (memory === undefined) return new Map();
    const tools = Object.hasOwn(memory.definitions, server) ? memory.definitions[server] : undefined;
    if (tools === undefined && memory.wasLost) return new Map();
    return tools && new Map(Object.entries(tools));
  }

  /** The user has seen and accepted these definitions. */
  async accept(server: string, tools: ReadonlyMap<string, string>): Promise<void> {
    await this.#change((memory) => ({
      ...memory,
      definitions: { ...memory.definitions, [server]: { ...memory.definitions[server], ...Object.fromEntries(tools) } },
    }));
  }

  /** Accepts the first list of a new server. A known server keeps what was accepted. */
  async begin(server: string, tools: ReadonlyMap<string, string>): Promise<void> {
    await this.#change((memory) =>
      memory.wasLost || Object.hasOwn(memory.definitions, server)
        ? memory
        : { ...memory, definitions: { ...memory.definitions, [server]: Object.fromEntries(tools) } },
    );
  }

  /** `unknown`: the record may have been lost with a damaged file. */
  switchedOff(projectDir: string, name: string): 'off' | 'unknown' | undefined {
    const memory = this.#read();
    if (namesIn(memory?.off, projectDir).includes(name)) return 'off';
    const isLost = memory === undefined || memory.wasLost === true;
    return isLost && !namesIn(memory?.on, projectDir).includes(name) ? 'unknown' : undefined;
  }

  async setSwitchedOff(projectDir: string, name: string, isOff: boolean): Promise<void> {
    await this.#change(({ off, on = {}, ...memory }) => {
      const changed = (names: Names, holds: boolean): Names => {
        const others = namesIn(names, projectDir).filter((one) => one !== name);
        return { ...names, [projectDir]: holds ? [...others, name] : others };
      };
      return { ...memory, off: changed(off, isOff), ...(memory.wasLost && { on: changed(on, !isOff) }) };
    });
  }

  async #change(edit: (memory: Memory) => Memory): Promise<void> {
    const { file, withLock } = this.#options;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withLock(file, async () => {
      this.#cached = undefined;
      const before = this.#read() ?? { ...NOTHING, wasLost: true };
      const after = edit(before);
      if (after === before) return;
      await writeFileAtomic(file, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600 });
      this.#cached = undefined;
    });
  }

  /** `undefined`: damaged. */
  #read(): Memory | undefined {
    const { file } = this.#options;
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    if (!stat) return NOTHING;
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    if (this.#cached?.stamp !== stamp) this.#cached = { stamp, memory: readMemory(file, stat.size) };
    return this.#cached.memory;
  }
}

type Names = Record<string, string[]>;

function namesIn(names: Names | undefined, projectDir: string): readonly string[] {
  return names && Object.hasOwn(names, projectDir) ? (names[projectDir] ?? []) : [];
}

const NOTHING: Memory = { version: 1, definitions: {}, off: {} };

function readMemory(file: string, size: bigint): Memory | undefined {
  if (size > MAX_BYTES) return undefined;
  try {
    return memorySchema.parse(parseJson(readFileSync(file, 'utf8')));
  } catch (error) {
    log.warn('What is known about MCP servers is damaged', error);
    return undefined;
  }
}
