import { readVariable } from '#main/environment.ts';

export interface Proxies {
  readonly httpsProxy?: string;
  readonly httpProxy?: string;
  readonly noProxy: string;
}

/** Local servers are never behind a proxy, and users rarely add them to `NO_PROXY`. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** The proxies of `HTTPS_PROXY` and `HTTP_PROXY` and the hosts of `NO_PROXY` (either case); `undefined` when no proxy is set. */
export function proxiesFrom(env: NodeJS.ProcessEnv): Proxies | undefined {
  const httpsProxy = withScheme(readVariable(env, 'https_proxy') ?? readVariable(env, 'HTTPS_PROXY'));
  const httpProxy = withScheme(readVariable(env, 'http_proxy') ?? readVariable(env, 'HTTP_PROXY'));
  if (!httpsProxy && !httpProxy) return undefined;
  const noProxy = [readVariable(env, 'no_proxy') ?? readVariable(env, 'NO_PROXY') ?? '', ...THIS_MACHINE].join(',');
  return { ...(httpsProxy && { httpsProxy }), ...(httpProxy && { httpProxy }), noProxy };
}

/** Accepts `proxy.example:3128` without a scheme, like other programs. */
function withScheme(proxy: string | undefined): string | undefined {
  return !proxy || proxy.includes('://') ? proxy : `http://${proxy}`;
}
