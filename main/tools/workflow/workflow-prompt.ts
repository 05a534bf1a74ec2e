import type { SavedWorkflow } from '#main/tool/services/workflows.ts';
import { shorten } from '#shared/shorten.ts';

const PROMPT = `Runs a JavaScript script in the background that starts many agents and combines what they report. You are notified of its result.

- Use it only when the user asks for a workflow or for many agents, or a skill says so: it costs a lot. Otherwise use Agent.
- Give script, the name of a saved workflow, or scriptPath. args becomes the global args of the script.
- A script begins with: export const meta = { name: "…", description: "…", phases: [{ title: "…" }] } — plain literals only. await and return may stand outside of functions; the returned value is the result.
- agent(prompt, { label, phase, schema, model, agentType, isolation: "worktree" }) gives the agent’s last message, or with schema (a JSON Schema of an object) that object; null if it failed. Each knows only its prompt.
- parallel([() => agent(…), …]) runs all and waits for all; pipeline(items, stage, …) sends each item through the stages by itself: stage(value, item, index). What fails gives null there.
- phase("…") begins a phase, log("…") shows a line, workflow("name", args) runs a saved workflow, budget.spent() gives the tokens written so far.
- A script has nothing else: no files, network, modules, timers, time or random numbers. Its agents do the work; each of their calls is decided, and asked about, like yours. Ten work at once, at most 1000 in all.
- resumeFromRunId: the id of an ended run, whose script is used unless you give another. Agents that completed there and have the same prompt and options give the same again at once.`;

export function workflowPrompt(saved: readonly SavedWorkflow[]): string {
  if (saved.length === 0) return PROMPT;
  const names = shorten(saved.map(({ name }) => name).join(', '), 1000);
  return `${PROMPT}\n\nSaved workflows: ${names}`;
}
