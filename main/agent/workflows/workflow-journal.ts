import { createHash } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#shared/json-limits.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { stableJson } from '#main/tool/stable-json.ts';

/** More than the agents of a run can produce. */
const MAX_BYTES = 256 * 1024 * 1024;

const lineSchema = z.object({ key: z.string(), agentId: z.string(), value: z.unknown() });

/** The folder of a run's files: in the results folder, which Read may open without asking. */
export function workflowFile(sessionDir: string, runId: string, kind: 'script.js' | 'journal.jsonl' | 'result.txt'): string {
  return join(sessionDir, 'tool-results', `workflow-${runId}.${kind}`);
}

/** The results of a run's agents, which a later run reuses for agents with the same task. */
export class WorkflowJournal {
  readonly #file: string;
  /** Results of the earlier run by the key of the agent's task. Several with the same task are each used once, in order. */
  readonly #earlier = new Map<string, unknown[]>();

  constructor(sessionDir: string, runId: string, resumedFrom: string | undefined) {
    this.#file = workflowFile(sessionDir, runId, 'journal.jsonl');
    if (resumedFrom === undefined) return;
    for (const { key, value } of linesOf(workflowFile(sessionDir, resumedFrom, 'journal.jsonl'))) {
      const values = this.#earlier.get(key);
      if (values) values.push(value);
      else this.#earlier.set(key, [value]);
    }
  }

  /** The result from the earlier run, as `{ value }`; `undefined` if the agent has to run. */
  take(key: string): { readonly value: unknown } | undefined {
    const values = this.#earlier.get(key);
    return values && values.length > 0 ? { value: values.shift() } : undefined;
  }

  add(key: string, agentId: string, value: unknown): void {
    appendFileSync(this.#file, `${JSON.stringify({ key, agentId, value })}\n`, { mode: 0o600 });
  }
}

/** Agents with the same task have the same key. */
export function taskKey(task: unknown): string {
  return createHash('sha256').update(stableJson(task)).digest('hex');
}

function linesOf(file: string): z.output<typeof lineSchema>[] {
  if (!existsSync(file)) return [];
  const read = readBounded(file, MAX_BYTES);
  if (read.kind !== 'text') throw new Error('The results of that run can’t be read any more. Start the workflow without resumeFromRunId.');
  return read.text.split('\n').flatMap((line) => {
    try {
      const parsed = lineSchema.safeParse(parseJson(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      // The incomplete last line of a run that was killed.
      return [];
    }
  });
}
