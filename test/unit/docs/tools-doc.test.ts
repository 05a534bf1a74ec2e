import { expect, it } from 'vitest';
import { echoTool } from '#test/support/test-tools.ts';
import { documentedTools, OFFERED, toolsPage } from './tools-page.ts';

// To write it again: npx vitest run test/unit/docs/tools-doc.test.ts -u
it('docs/tools.md describes the tools as they are', async () => {
  await expect(toolsPage()).toMatchFileSnapshot('../../../docs/tools.md');
});

it('says of each tool with a condition when it is offered', () => {
  const always = String(echoTool().isEnabled);
  const conditional = documentedTools().filter(({ isEnabled }) => String(isEnabled) !== always);
  const undescribed = conditional.filter(({ name }) => !(name in OFFERED)).map(({ name }) => name);
  expect(undescribed).toEqual([]);
  expect(Object.keys(OFFERED).filter((name) => !documentedTools().some((tool) => tool.name === name))).toEqual([]);
});
