import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byPrompt } from '../../support/by-prompt.ts';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from '../../unit/cli/run-cli.ts';
import { seamRow } from './seam-rows.ts';

describe('layer-012: sub-agent permissions', () => {
  const { context } = seamRow('layer-012');

  it.each([
    ['default', 'is denied where nobody can be asked'],
    ['plan', 'is held to plan mode'],
    ['bypassPermissions', 'runs what no rule denies'],
  ])('in mode %s deny rules apply, and %s', async (mode) => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Start one', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Run curl.' })] }, { blocks: [text('Done.')] }],
        [
          'Run curl.',
          {
            blocks: [
              toolUse('s1', 'Bash', { command: `cd . && "cu"rl --version > ran` }),
              toolUse('s2', 'Bash', { command: 'touch touched' }),
            ],
          },
          { blocks: [text('I tried.')] },
        ],
      ),
    );
    using cli = new CliFixture();
    const settings = JSON.stringify({ permissions: { deny: context.deny } });
    const args = ['run', '--project', cli.projectDir, '--prompt', 'Start one.', '--settings', settings, '--permission-mode', mode];
    const { code, stderr } = await cli.run(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k', IS_SANDBOX: '1' });
    expect(code).toBe(0);
    expect(stderr).toContain('Denied by the rule Bash(curl:*)');
    const results = server.requests
      .flatMap(({ body }) => body.messages.flatMap(({ content }) => content))
      .filter(({ type }) => type === 'tool_result');
    expect(JSON.stringify(results.find(({ tool_use_id }) => tool_use_id === 's1'))).toContain('has been denied');
    expect(existsSync(join(cli.projectDir, 'ran'))).toBe(false);
    expect(existsSync(join(cli.projectDir, 'touched'))).toBe(mode === 'bypassPermissions');
  });
});

describe('trust-013: agents of an untrusted folder', () => {
  const { permissionMode } = z.object({ permissionMode: z.string() }).parse(seamRow('trust-013').input['json']);
  const files = {
    '.claude/agents/x.md': `---\nname: x\ndescription: Does it all.\npermissionMode: ${permissionMode}\n---\nDo it.\n`,
  };

  it.each([
    ['is unknown before the folder is trusted', []],
    ['has no more permissive mode than the session afterwards', ['--trust']],
  ])('%s', async (_name, trust) => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Start',
          { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Touch.', subagent_type: 'x' })] },
          { blocks: [text('Done.')] },
        ],
        ['Touch.', { blocks: [toolUse('s1', 'Bash', { command: 'touch touched' })] }, { blocks: [text('I tried.')] }],
      ),
    );
    using cli = new CliFixture(files);
    const { code } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'Start.', ...trust], {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'k',
      IS_SANDBOX: '1',
    });
    expect(code).toBe(0);
    expect(existsSync(join(cli.projectDir, 'touched'))).toBe(false);
    // With it two more requests: those of the agent.
    expect(server.requests).toHaveLength(trust.length === 0 ? 2 : 4);
  });
});
