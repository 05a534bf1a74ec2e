import { SessionBrowser } from '#main/browser/session-browser.ts';
import { proxiesFrom } from '#main/net/proxies.ts';
import type { WebService } from '#main/tool/services/tool-services.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';

type Options = Pick<OpenSessionOptions, 'env' | 'project'>;

/** Whether the user has named a browser. Its own connections aren't made through another proxy. */
export function canHaveBrowser({ env, project }: Options): boolean {
  return project.settings.current().browser !== undefined && proxiesFrom(env) === undefined;
}

/** The browser of a session, started with its first use. */
export function sessionBrowser(options: Options, { policy, siteRule }: WebService): SessionBrowser {
  return new SessionBrowser({
    executable: () => {
      const executable = options.project.settings.current().browser;
      if (executable === undefined || !canHaveBrowser(options))
        throw new Error('The settings name no browser any more (gatehouse.browser).');
      return executable;
    },
    env: options.env,
    policy,
    isDenied: (url) => siteRule(url) === 'deny',
  });
}
