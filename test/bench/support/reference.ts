import type { BenchProject } from './bench-project.ts';
import { claudeCode, type Program } from './programs.ts';

/** Medians of Claude Code 2.1.197 on two idle cores, for machines where it isn't installed. Milliseconds and MiB. */
export const PUBLISHED = {
  turn: { '1 Read': 17, '1 Bash true': 21, '1 Grep': 20, '10 Reads': 65, '10 Greps': 94 },
  startMs: 506,
  memoryMib: 286,
} as const;

/** The fastest of five other agents, each figure its own (Claude Code 2.1.330, Codex, Gemini, opencode, an AI SDK loop), on two idle cores. Milliseconds. */
export const FASTEST = {
  firstCallMs: { Read: 72, Bash: 81, Grep: 85 },
  exitMs: 43,
} as const;

/** The program to compare with, if it is installed; says so if not. `peers.bench.ts` measures others too. */
export function findReference(project: BenchProject): Program | undefined {
  const found = claudeCode(project);
  process.stdout.write(
    found
      ? `Compared with ${found.name} in the same run.\n\n`
      : 'Claude Code is not installed (claude on the PATH, or CLAUDE_BINARY): compared with published medians of 2.1.197 on two idle cores.\n\n',
  );
  return found;
}
