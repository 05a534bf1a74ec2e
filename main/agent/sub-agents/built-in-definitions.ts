import type { ToolName } from '#shared/tool-table.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';

const LOOKS_ONLY: ToolName[] = ['Bash', 'Glob', 'Grep', 'Read', 'WebFetch', 'WebSearch'];

const ONLY_READ =
  'You only look: change no file, neither with a tool nor from the shell, and start nothing that changes the machine. A call that needs approval you can do without is one too many.';

/** Continues from the conversation of the agent that starts it, with the same system prompt (SPEC T8). */
export const FORK: AgentDefinition = {
  name: 'fork',
  description:
    'Knows all of this conversation as it stands now and works on a part of it apart from you: what it reads on the way stays out of your context. Use it where a task hangs on what was said or read here; say only what to do.',
  prompt: '',
  source: 'built-in',
};

export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: 'general-purpose',
    description:
      'Works on a self-contained task of several steps: searching wide, changing code, running things. Use it when no more specific agent fits.',
    prompt: 'Do the task fully, no more and no less. Search wide when you don’t know where something is, read closely when you do.',
    source: 'built-in',
  },
  {
    name: 'Explore',
    description:
      'Finds its way through a code base and answers questions about it without changing anything: where something is, how it works, what depends on it. Say how thorough it should be.',
    prompt: `${ONLY_READ} Search by name and by content, in several spellings, and follow what you find. Answer with paths and line numbers, and with what you looked for and did not find.`,
    tools: LOOKS_ONLY,
    source: 'built-in',
  },
  {
    name: 'Plan',
    description:
      'Works out how to build or change something without changing anything: reads what is there, weighs ways to do it, and hands back the steps, the files they touch and what could go wrong.',
    prompt: `${ONLY_READ} Understand the parts the change would touch before you propose it. Hand back the steps in order, the files each touches, the choice you made and the one you rejected, and how to check the result.`,
    tools: LOOKS_ONLY,
    source: 'built-in',
  },
  FORK,
];

/** Definitions from files, plus built-in ones whose names aren't taken. */
export function withBuiltIns(fromFiles: readonly AgentDefinition[]): readonly AgentDefinition[] {
  if (fromFiles.length === 0) return BUILT_IN_AGENTS;
  const taken = new Set(fromFiles.map(({ name }) => name));
  return [...BUILT_IN_AGENTS.filter(({ name }) => !taken.has(name)), ...fromFiles];
}
