import { parseJson } from '#shared/json-limits.ts';
import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

/** Kept in Gatehouse's own folder, mode 0600. */
const memorySchema = z.object({
  version: z.literal(1),
  /** Server (name, entry, and the project unless it is everyone's) → tool → digest of the definition that was accepted. */
  definitions: z.record(z.string(), z.record(z.string(), z.string())),
  /** Project folder → servers the user switched off in the window. */
  off: z.record(z.string(), z.array(z.string())),
  /**
   * The file was damaged once: a server it doesn't know may have been seen before, so its first list is accepted by a person only, and
   * may have been switched off, so it stays off until it is switched on.
   */
  wasLost: z.literal(true).optional(),
  /** Since then, as `off`: servers the user switched on. */
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

/** What the user has accepted of servers, and which they switched off. Shared by all processes of Gatehouse. */
export class McpMemory {
  readonly #options: McpMemoryOptions;
  #cached: { readonly stamp: string; readonly memory: Memory | undefined } | undefined;

  constructor(options: McpMemoryOptions) {
    this.#options = options;
  }

  /** Tool → digest; `undefined` for a server never seen. A damaged file has accepted nothing of any server, nor has one made after it. */
  accepted(server: string): ReadonlyMap<string, string> | undefined {
    const memory = this.#read();
    if (memory === undefined) return new Map();
    const tools = Object.hasOwn(memory.definitions, server) ? memory.definitions[server] : undefined;
    if (tools === undefined && memory.wasLost) return new Map();
    return tools && new Map(Object.entries(tools));
  }

  /** The user has seen these definitions and goes on with them. */
  async accept(server: string, tools: ReadonlyMap<string, string>): Promise<void> {
    await this.#change((memory) => ({
      ...memory,
      definitions: { ...memory.definitions, [server]: { ...memory.definitions[server], ...Object.fromEntries(tools) } },
    }));
  }

  /** Takes the first list of a server as accepted with it; a server that was seen before keeps what it had. */
  async begin(server: string, tools: ReadonlyMap<string, string>): Promise<void> {
    await this.#change((memory) =>
      memory.wasLost || Object.hasOwn(memory.definitions, server)
        ? memory
        : { ...memory, definitions: { ...memory.definitions, [server]: Object.fromEntries(tools) } },
    );
  }

  /** `unknown`: it may have been, in a file that was damaged. */
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
    return memorySchema.safeParse(parseJson(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
