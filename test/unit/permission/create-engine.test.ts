import { expect, it } from 'vitest';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { startPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { TempProject } from '#test/support/temp-project.ts';

// A bare `Bash` allows lines that aren’t understood, but not unparsed ones.
it.each(['Bash(ls)', 'Bash'])(
  'before initialization no command line is parsed, so all are denied despite allow rules: %s',
  async (text) => {
    using place = new TempProject();
    const { projectDir, homeDir, stateDir } = place;
    const context = makePermissionContext({
      projectDir,
      homeDir,
      stateDir,
      rules: [{ id: 'r', behavior: 'allow', source: 'user', text }],
    });
    const engine = startPermissionEngine();
    const decide = (command: string) =>
      engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context).behavior;
    expect(['ls', 'pwd'].map(decide)).toEqual(['deny', 'deny']);
    expect(engine.isReadOnlyCommand('pwd', projectDir, context)).toBe(false);
    await engine.ready();
    expect(['ls', 'pwd'].map(decide)).toEqual(['allow', 'allow']);
    expect(engine.isReadOnlyCommand('pwd', projectDir, context)).toBe(true);
  },
);
