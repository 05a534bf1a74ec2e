import { PUBLIC_HOSTS } from '#main/net/public-address.ts';
import type { WebService } from '#main/tool/services/tool-services.ts';

/** For tests that fetch nothing. */
export const noWeb: WebService = {
  policy: PUBLIC_HOSTS,
  fetch: () => Promise.reject(new Error('no web in this test')),
  siteRule: () => undefined,
};
