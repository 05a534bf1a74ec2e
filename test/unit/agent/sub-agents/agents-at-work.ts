import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { toolUse } from '#test/support/messages-answer.ts';

export const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });
export const agent = (id: string, prompt: string, more: object = {}) => toolUse(id, 'Agent', { description: 'find it', prompt, ...more });
