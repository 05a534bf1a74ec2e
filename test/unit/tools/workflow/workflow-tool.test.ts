import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { SessionScripts } from '#main/script/session-scripts.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { createWorkflowTool } from '#main/tools/workflow/workflow-tool.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { testToolContext } from '#test/support/tool-context.ts';

const SHOWN = 'export const meta = { name: "shown", description: "d" }; return 1';

/** The script that is started, with the file of the script changed after it was checked. */
async function startedScript(input: { readonly scriptPath: string; readonly script?: string }, toolUseId = 'w1'): Promise<string> {
  const project = new TempProject({ 'w.js': SHOWN });
  onTestFinished(() => project[Symbol.dispose]());
  const started: { readonly source: string }[] = [];
  const plain = testToolContext(project);
  const context: ToolUseContext = {
    ...plain,
    toolUseId,
    services: {
      ...plain.services,
      scripts: new SessionScripts(),
    },
    workflows: {
      start: (request) => {
        started.push(request);
        return Promise.reject(new Error('started'));
      },
      scriptOf: () => '',
      saved: () => [],
    },
  };
  const tool = createWorkflowTool({ projectDir: project.projectDir, isReadOnlyCommand: () => false });
  const parsed = tool.inputSchema.parse(input);
  expect(await tool.validateInput?.(parsed, context)).toEqual({ ok: true });
  writeFileSync(project.path('w.js'), 'return "changed"');
  const message = { messageId: '', requestId: '', blocks: [] };
  await expect(tool.call(parsed, context, () => Promise.resolve(false), message)).rejects.toThrow('started');
  return started[0]?.source ?? '';
}

it('runs the file that was checked and shown, whatever is in it by then', async () => {
  expect(await startedScript({ scriptPath: 'w.js' })).toBe(SHOWN);
});

it('runs the file and not the text when both are given', async () => {
  expect(await startedScript({ scriptPath: 'w.js', script: 'export const meta = { name: "text", description: "d" }; return 2' })).toBe(
    SHOWN,
  );
});
