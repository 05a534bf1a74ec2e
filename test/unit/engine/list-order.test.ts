import { expect, test } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { SessionFiles } from '#main/session/store.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { asWindow } from './engine-window.ts';

const RULES = Array.from({ length: 2000 }, (_, index) => `Bash(make target-${String(index)} *)`);

test.each(['session.list', 'rules.list'] as const)('%s answers in request order, also when a later one finishes first', async (command) => {
  using large = new TempProject({ '.claude/settings.local.json': JSON.stringify({ permissions: { allow: RULES } }) });
  using small = new TempProject();
  storeSessions(large, 200);
  const engine = createEngine({ host: 'web', homeDir: large.homeDir, env: { HOME: large.homeDir, GATEHOUSE_HOME: large.stateDir } });
  try {
    const ask = asWindow(engine);
    for (const { projectDir } of [large, small]) await ask('project.open', { path: projectDir });
    const answered: string[] = [];
    await Promise.all(
      [large, small].map(async ({ projectDir }) => {
        await ask(command, { projectDir });
        answered.push(projectDir);
      }),
    );
    expect(answered).toEqual([large.projectDir, small.projectDir]);
  } finally {
    await engine.dispose();
  }
});

function storeSessions({ projectDir, stateDir }: TempProject, count: number): void {
  const files = new SessionFiles(stateDir);
  for (let stored = 0; stored < count; stored++) {
    const session = files.create(projectDir);
    session.log.append({
      type: 'session.created',
      data: { sessionId: session.sessionId, projectDir, model: 'm', mode: 'default', client: 'anthropic' },
    });
    session.log.close();
    session.release();
  }
}
