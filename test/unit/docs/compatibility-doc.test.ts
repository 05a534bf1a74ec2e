import { expect, it } from 'vitest';
import { compatibilityPage } from './compatibility-page.ts';

// To write it again: npm run docs
it('docs/compatibility.md describes the tables', async () => {
  await expect(compatibilityPage()).toMatchFileSnapshot('../../../docs/compatibility.md');
});
