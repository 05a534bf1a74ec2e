import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { WantedValue } from '#main/tool/services/agents.ts';
import { STRUCTURED_OUTPUT } from '#shared/tool-table.ts';

/** The tool with which an agent returns a value that fits a schema. */
export function valueTool({ schema, onValue }: WantedValue): Tool {
  return buildTool({
    name: STRUCTURED_OUTPUT,
    inputSchema: z.looseObject({}),
    inputJSONSchema: schema,
    outputSchema: z.string(),
    maxResultSizeChars: 1000,
    prompt: () => 'Gives the result of your task. Call it once, when you are done, with the whole result, and then end your turn.',
    isConcurrencySafe: () => true,
    isReadOnly: () => true,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    call: (value) => {
      onValue(value);
      return Promise.resolve({ data: 'The result was taken. End your turn.' });
    },
    mapToolResultToToolResultBlockParam: (content, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content }),
    wantsTo: () => 'give its result',
    present: () => ({ kind: 'other', title: 'Result', summary: '' }),
  });
}

export const WANTS_VALUE = `When you are done, call ${STRUCTURED_OUTPUT} with the result: only what you pass to it counts.`;
export const NO_VALUE_YET = `You haven’t given the result. Call ${STRUCTURED_OUTPUT} with it now.`;
