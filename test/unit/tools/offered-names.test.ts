import { expect, it } from 'vitest';
import { getAllTools } from '#main/tools/catalogue.ts';
import { SIMPLE_TOOLS } from '#main/tool/registry.ts';

function prompts(offered: (name: string) => boolean): Map<string, string> {
  const tools = getAllTools({ projectDir: '/project', isReadOnlyCommand: () => false, env: () => ({}), offers: offered });
  return new Map(tools.map((tool) => [tool.name, tool.prompt()]));
}

it('the shell tools send the model only to tools that the session has', () => {
  const all = prompts(() => true).get('Bash');
  expect(all).toContain('- Use Read, Edit, Write, Grep and Glob for files rather than cat, sed, echo, grep and find.\n');
  const simple = prompts((name) => SIMPLE_TOOLS.includes(name));
  expect(simple.get('Bash')).toContain('- Use Read and Edit for files rather than cat and sed.\n');
  expect(simple.get('PowerShell')).toContain('- Use Read and Edit for files rather than Get-Content and Set-Content.\n');
  const alone = prompts((name) => name === 'Bash').get('Bash');
  expect(alone).not.toMatch(/\b(?:Read|Edit|Write|Grep|Glob)\b/u);
  expect(alone).not.toContain('\n\n\n');
});

it('tools that wait send the model to Monitor only where it is', () => {
  for (const name of ['CronCreate', 'ScheduleWakeup', 'Sleep']) {
    expect(prompts(() => true).get(name)).toContain('use Monitor');
    expect(prompts((offered) => offered !== 'Monitor').get(name)).not.toContain('Monitor');
  }
});
