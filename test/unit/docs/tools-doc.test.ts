import { expect, it } from 'vitest';
import { toolsPage } from './tools-page.ts';

// To write it again: npx vitest run test/unit/docs/tools-doc.test.ts -u
it('docs/tools.md describes the tools as they are', async () => {
  await expect(toolsPage()).toMatchFileSnapshot('../../../docs/tools.md');
});
