import { PUBLIC_HOSTS } from '#main/net/public-address.ts';
import { proxyFetch } from '#main/net/proxy-fetch.ts';
import { publicFetch } from '#main/net/public-fetch.ts';
import { sameOriginFetch } from '#main/net/same-origin.ts';
import type { WebService } from '#main/tool/services/tool-services.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';
import type { SessionPermissions } from '../session-permissions.ts';

/** Access to the web for the tools of a session. */
export function sessionWeb(
  { env, project, permissionEngine: engine }: Pick<OpenSessionOptions, 'env' | 'project' | 'permissionEngine'>,
  permissions: Pick<SessionPermissions, 'context'>,
): WebService {
  let proxied: ReturnType<typeof proxyFetch> | undefined;
  const ownServerFetch = sameOriginFetch(async (...args) => ((await (proxied ??= proxyFetch(env))) ?? globalThis.fetch)(...args));
  return {
    policy: PUBLIC_HOSTS,
    fetch: publicFetch({ env }),
    searchServer: () => {
      const address = project.settings.current().searchServer;
      return address === undefined ? undefined : { address, fetch: ownServerFetch };
    },
    siteRule: (url) => {
      const context = permissions.context();
      const facts = engine.analyse({ toolName: 'WebFetch', input: { url }, cwd: project.projectDir }, context);
      const { behavior, trace } = engine.decide(facts, context);
      const rule = trace.find(({ layer, outcome }) => (layer === 'deny' || layer === 'ask') && outcome !== 'pass')?.rule;
      // A rule without brackets is about the tool, not about a site.
      if (behavior === 'allow' || !rule?.text.includes('(')) return undefined;
      return rule.behavior === 'deny' ? 'deny' : 'ask';
    },
  };
}
