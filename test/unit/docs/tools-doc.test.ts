import { expect, it } from 'vitest';
import { echoTool } from '#test/support/test-tools.ts';
import { documentedTools, OFFERED, toolsPage } from './tools-page.ts';

// To write it again: npm run docs
it('docs/tools.md describes the tools as they are', async () => {
  await expect(toolsPage()).toMatchFileSnapshot('../../../docs/tools.md');
});

it('says of each tool with a condition when it is offered', () => {
  // The text of the default of `buildTool`.
  const isEnabled = (tool: object): string => String(Reflect.get(tool, 'isEnabled'));
  const always = isEnabled(echoTool());
  const names = documentedTools().map(({ name }) => name);
  const conditional = documentedTools().filter((tool) => isEnabled(tool) !== always);
  expect(conditional.filter(({ name }) => !(name in OFFERED)).map(({ name }) => name)).toEqual([]);
  expect(Object.keys(OFFERED).filter((name) => !names.includes(name))).toEqual([]);
});
