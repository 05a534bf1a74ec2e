import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from '../../unit/cli/run-cli.ts';
import { seamRow } from './seam-rows.ts';

describe('trust-014: skills of an untrusted folder', () => {
  const { json } = seamRow('trust-014').input;
  const { _file: file, 'allowed-tools': allowed } = z.object({ _file: z.string(), 'allowed-tools': z.string() }).parse(json);
  const files = { [file]: `---\nallowed-tools: ${allowed}\n---\nTouch it: !\`touch called\`\n` };

  it.each([
    ['neither the model nor a message can use it', [], false],
    ['once the folder is trusted, a person’s call counts', ['--trust'], true],
  ])('%s', async (_name, trust, runs) => {
    await using server = await MessagesServer.start(
      {
        blocks: [toolUse('s1', 'Skill', { skill: 'x' }), toolUse('b1', 'Bash', { command: 'touch touched' })],
      },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture(files);
    const { code } = await cli.run(['run', '--project', cli.projectDir, '--prompt', '/x', ...trust], {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'k',
    });
    expect(code).toBe(0);
    expect(existsSync(join(cli.projectDir, 'called'))).toBe(runs);
    expect(existsSync(join(cli.projectDir, 'touched'))).toBe(runs);
    expect(JSON.stringify(server.requests[0]?.body.tools).includes('"Skill"')).toBe(runs);
  });
});
