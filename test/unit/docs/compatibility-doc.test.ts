import { expect, it } from 'vitest';
import { compatibilityPage } from './compatibility-page.ts';

// To write it again: npx vitest run test/unit/docs/compatibility-doc.test.ts -u
it('docs/compatibility.md describes the tables', async () => {
  await expect(compatibilityPage()).toMatchFileSnapshot('../../../docs/compatibility.md');
});
