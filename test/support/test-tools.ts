import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';

interface Behaviour {
  readonly aliases?: readonly string[];
  /** `true`: read-only and safe to run in parallel. */
  readonly readOnly?: boolean;
  readonly run: (input: { readonly text: string }, context: ToolUseContext) => Promise<string> | string;
}

/** A tool with one field, `text`, that returns the result of `run` and fails when it throws. */
export function testTool(name: string, { aliases = [], readOnly = false, run }: Behaviour) {
  const inputSchema = z.strictObject({ text: z.string() });
  return buildTool<typeof inputSchema, string, string>({
    name,
    aliases,
    inputSchema,
    outputSchema: z.string(),
    maxResultSizeChars: 10_000,
    prompt: () => `The tool ${name}.`,
    isReadOnly: () => readOnly,
    isConcurrencySafe: () => readOnly,
    call: async (input, context) => ({ data: await run(input, context) }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: output }),
    present: ({ stage, input }) => ({ kind: 'other', title: name, summary: JSON.stringify(input), outcome: stage }),
  });
}

/** Answers `echo: <text>`. */
export function echoTool(name = 'Echo') {
  return testTool(name, { readOnly: true, run: ({ text }) => `echo: ${text}` });
}

/** Settles only when the call is aborted. */
export function endlessTool(name = 'Endless', onStart: () => void = () => undefined) {
  return testTool(name, {
    readOnly: true,
    run: (_input, context) =>
      new Promise((_resolve, reject) => {
        const { signal } = context.abortController;
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        onStart();
      }),
  });
}
